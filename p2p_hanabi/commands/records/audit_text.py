"""The findings of an audit, for players.

Players are counted from 1, as on every screen, though `seat` counts from 0. A protocol round is
called a step here, since games have rounds too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2p_hanabi.registry import GAMES, SCREENS
from p2p_hanabi.seam.outcomes import AnyOutcome
from p2p_hanabi.ui.model.game.game_screen import title_of
from p2p_hanabi.ui.model.table.machines import in_audit
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from p2p_hanabi.ui.words.sentences_shared import COLON
from p2p_hanabi.ui.words.spoken_words import spoken
from protocol.audit.report import Report

from ..console.reason_text import because
from . import outcome_facts, table_ends
from .audit import TableFiles, WrongPlayer

_CHECKED = {
    "seat signatures": N_("All {n} players signed the table."),
    "signatures": N_("All {n} statements are signed, each together with everything before it."),
    "keys": N_("All {n} keys were committed to and proven by their owners."),
    "split keys": N_("All {n} keys were split among the other players, in shares that add up."),
    "absences": N_("Signatures confirming that a player was gone for good: {n}."),
    "shuffles": N_("All {n} shuffles were proven when they were made."),
    "shares": N_("All {n} open shares of dealt cards are correct."),
    "blinded shares": N_("All {n} blinded shares of cards hidden from their holders are correct."),
    "moves": N_(
        "All {n} moves follow the rules, and the players agreed to each before the next was made."
    ),
    "claims": N_("All {n} hint claims verified."),
    "openings": N_("All {n} revealed cards are the cards that were dealt."),
    "objections": N_("Objections made: {n}."),
    "stops": N_("All {n} players present agreed to end the game."),
    "evidence": N_("The evidence is valid."),
    "statements recomputed": N_(
        "All {n} statements were recomputed from the secrets, byte for byte."
    ),
    "cards recomputed": N_(
        "All {n} cards were revealed at the end, and match everything that was said."
    ),
}
"""What was verified, by kind. Kinds that did not occur are not listed."""

_SOME_RECOMPUTED = N_(
    "{n} of {all} statements were recomputed from the revealed secrets, byte for byte."
)
"""If some seat has not revealed its secret."""
_ONE_STOP = N_("Only one player agreed to end the game.")
"""This counts as leaving."""

_KINDS = (  # marked here for translation; `_one_check` looks them up by their name
    N_("seat signatures"),
    N_("signatures"),
    N_("keys"),
    N_("split keys"),
    N_("absences"),
    N_("shuffles"),
    N_("shares"),
    N_("blinded shares"),
    N_("moves"),
    N_("claims"),
    N_("openings"),
    N_("objections"),
    N_("stops"),
    N_("evidence"),
    N_("statements recomputed"),
    N_("cards recomputed"),
)

_NOBODY_ACCUSED = N_(
    "The file may be damaged, or changed by somebody who had it; no player is accused."
)


def as_text(label: str, report: Report, wrong_player: WrongPlayer | None) -> list[str]:
    """Return the verdict, followed by what was checked and what cannot be checked."""
    lines = [f"{label}{_(COLON)}{verdict(report, wrong_player)}"]
    if report.players:
        seats = [
            _("{name} (player {n}, {fingerprint})").format(
                name=p.name, n=p.seat + 1, fingerprint=p.fingerprint
            )
            for p in report.players
        ]
        lines.append(
            _("  {game}, played by {players}.").format(
                game=title_of(SCREENS, report.game), players=", ".join(seats)
            )
        )
        lines += in_audit([player.name for player in report.players], report.machines)
    if report.words:
        lines.append(_("  Table words: {words}.").format(words=spoken(report.words)))
    if report.finished:
        outcome = GAMES[report.game].outcome_of(report.outcome)
        reason = _(SCREENS[report.game].endings[outcome.reason])
        lines.append(
            _("  Ended: {reason}; score {score}.").format(
                reason=reason, score=_scores(report, outcome)
            )
        )
        lines += [f"    {line}" for line in outcome_facts.outcome_sentences(report)]
    if report.valid:
        lines.append(
            ngettext(
                "  What was checked, in one step of the protocol:",
                "  What was checked, in {n} steps of the protocol:",
                report.rounds,
            ).format(n=report.rounds)
        )
        lines += [f"    {line}" for line in _checked(report)]
        lines += _unconfirmed(report)
        lines += _not_recomputed(report)
        lines += [
            _("  This game keeps its secrets, so this was not checked: {what}.").format(
                what=_(each)
            )
            for each in outcome_facts.unchecked(report)
        ]
    return lines


def _scores(report: Report, outcome: AnyOutcome) -> object:
    """Return the common score, or each player's own."""
    if outcome.points is None:
        return outcome.score
    each = zip(report.players, outcome.points, strict=True)
    return ", ".join(
        _("{name} {score}").format(name=player.name, score=score) for player, score in each
    )


def _checked(report: Report) -> list[str]:
    lines = _what_was_checked(report.proofs, report.statements)
    if report.finished and report.proofs["cards recomputed"]:
        gone = next((p.name for p in report.players if p.seat == report.gone), None)
        meant = (
            _("Every shuffle is the one its player had committed to.")
            if gone is None
            else _(
                "Every shuffle with a revealed secret is the one its player had committed "
                "to; {name} was gone and revealed none."
            ).format(name=gone)
        )
        lines.append(meant)
    return lines


def _unconfirmed(report: Report) -> list[str]:
    names = {player.seat: player.name for player in report.players}
    signers = [names[seat] for seat in report.signed_by]
    return [_unconfirmed_end(names[seat], seat, signers) for seat in report.unconfirmed]


def _not_recomputed(report: Report) -> list[str]:
    """List the statements that were not recomputed, since their secrets were not revealed."""
    if not report.proofs["statements recomputed"]:
        return [
            _("  Not recomputed: all {n} statements (nobody has revealed a secret).").format(
                n=report.statements
            )
        ]
    names = {player.seat: player.name for player in report.players}
    return [
        _(
            "  Not recomputed: player {player} ({name}), {n} of {all} statements (secret "
            "never revealed)."
        ).format(player=seat + 1, name=names[seat], n=count, all=report.statements)
        for seat, count in report.not_recomputed.items()
    ]


def every_check(report: Report) -> list[str]:
    """Return the lines of `--verbose`: each statement of each round, and what was verified."""
    names = {player.seat: player.name for player in report.players}
    return [
        _one_check(check.round_number, names[check.seat], check.seat, (check.count, check.kind))
        for check in report.checks
    ]


def table_as_text(found: TableFiles) -> list[str]:
    names = {player.seat: player.name for player in found.files[0].report.players}
    if not found.conflicts:
        fits = _("{files}: same table, and they agree as far as each goes.").format(
            files=", ".join(str(one.path) for one in found.files)
        )
        return [fits, *table_ends.as_text(found.ends, list(names.values()))]
    lines = []
    for one, other, comparison in found.conflicts:
        sentence = _("{one}, {other}: same table and same steps, but they DIFFER at the end.")
        if comparison.parted:
            sentence = _("{one}, {other}: same table, but they DIFFER from step {n} on.")
        lines.append(sentence.format(one=one.path, other=other.path, n=comparison.rounds))
        lines += [
            _signed_both(names[both.seat], both.seat, both.round_number)
            for both in comparison.signed_both
        ]
        if not comparison.signed_both:
            lines.append(_("  Nobody has signed both, so this does not show that anybody cheated."))
    return lines


def verdict(report: Report, wrong_player: WrongPlayer | None) -> str:
    """Return the verdict as a sentence to print after the file's name."""
    names: dict[int, str] = {player.seat: player.name for player in report.players}
    fault = report.fault
    if fault is not None:
        who = None if fault.seat is None else (names[fault.seat], fault.seat)
        return _not_good(because(fault.reason), fault.round_number, who)
    if wrong_player is not None:
        return wrong_player.sentence
    if report.named is not None:
        match report.withdrawn, report.named_round:
            case True, None:
                words = _("valid so far; {name} (player {player}) withdrew.")
            case True, _step:
                words = _("valid so far; {name} (player {player}) withdrew in step {n}.")
            case False, None:
                words = _("valid so far; {name} (player {player}) broke the protocol.")
            case _:
                words = _("valid so far; {name} (player {player}) broke the protocol in step {n}.")
        return words.format(name=names[report.named], player=report.named + 1, n=report.named_round)
    if report.agreed:
        return _("valid so far; {names} agreed to end it there.").format(
            names=", ".join(names[seat] for seat in report.agreed)
        )
    return _("valid.") if report.finished else _("valid so far (unfinished).")


def _what_was_checked(proofs: Mapping[str, int], statements: int) -> list[str]:
    """Return what was checked; `statements` is their total number."""
    sentences = _CHECKED
    if proofs.get("statements recomputed", 0) < statements:
        sentences = {**sentences, "statements recomputed": _SOME_RECOMPUTED}
    if proofs.get("stops", 0) == 1:
        sentences = {**sentences, "stops": _ONE_STOP}
    return [
        _(words).format(n=n, all=statements)
        for kind, words in sentences.items()
        if (n := proofs.get(kind, 0))
    ]


def _unconfirmed_end(name: str, seat: int, signers: Sequence[str]) -> str:
    """Return that a removal is unconfirmed: in this file, only `signers` signed that the player is
    gone, not all the others."""
    words = (
        _(
            "  Unconfirmed end: player {player} ({name}) was declared gone in the last "
            "step; of the others, only {signers} signed that."
        )
        if signers
        else _(
            "  Unconfirmed end: player {player} ({name}) was declared gone in the last "
            "step, but this file has no signature to prove it."
        )
    )
    return words.format(player=seat + 1, name=name, signers=", ".join(signers))


def _one_check(round_number: int, name: str, seat: int, found: tuple[int, str]) -> str:
    """Return one check; `found` is how many of which kind."""
    return _("    step {n}, {name} (player {player}): {count} {kind}").format(
        n=round_number, name=name, player=seat + 1, count=found[0], kind=_(found[1])
    )


def _not_good(why: str, round_number: int | None, seat: tuple[str, int] | None) -> str:
    """Return what is wrong; `seat` is the name and number of the player at fault. Without one it
    may be damage, which looks like a false signature."""
    name, number = (None, None) if seat is None else (seat[0], seat[1] + 1)
    match round_number, seat:
        case None, None:
            words = _("NOT VALID: {why}.")
        case None, _seat:
            words = _("NOT VALID, because of {name} (player {player}): {why}.")
        case _round, None:
            words = _("NOT VALID in step {n}: {why}.")
        case _:
            words = _("NOT VALID in step {n}, because of {name} (player {player}): {why}.")
    sentence = words.format(n=round_number, name=name, player=number, why=why)
    return sentence if seat is not None else f"{sentence} {_(_NOBODY_ACCUSED)}"


def _signed_both(name: str, seat: int, round_number: int | None) -> str:
    words = (
        _("  {name} (player {player}) signed the table twice.")
        if round_number is None
        else _("  {name} (player {player}) signed two different statements for step {n}.")
    )
    return words.format(name=name, player=seat + 1, n=round_number)
