"""Room codes and table words in the language of the player who reads them aloud.

On the wire and in files, a word is its number; `protocol.identity.words` has the English words. The
lists of other languages follow the same rules: no two words share their first three letters
(ignoring accents), and no word stands for different numbers in different languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from protocol.errors import LocalError
from protocol.identity.words import CODE_WORDS, WORDS

from .i18n import bare, language

_FRENCH = """
    abeille abricot accordéon alouette alphabet anneau aquarium araignée arbre ardoise armoire
    artiste asperge assiette atelier automne avion avocat baignoire banane barque bateau beignet
    berger betterave bijou boisson bonbon bouquet brioche brume buffet buisson bulle cabane
    cachette cadeau caillou calèche camion canard capuche carotte castor ceinture cerise chaise
    chien chocolat cigale cinéma citron classe cloche colline compote concert coton crème
    croissant cuillère cyclone dauphin déjeuner dessert dimanche domino dortoir drapeau écharpe
    école écureuil église éléphant émeraude enfant entrée épaule escargot espace étagère étoile
    faisan famille fantôme farine faucon fenêtre feuille figue flamme fleur flocon fontaine
    forêt foulard fraise galette garage gâteau gaufre gazon genou girafe glace gorille goûter
    graine groseille guêpe guirlande gymnase haricot hérisson hibou histoire hiver homard huile
    image iris ivoire jambon janvier jardin jaune jeudi jongleur kangourou kiosque kiwi lampe
    langue lapin lavande légume lettre lézard lion livre loutre lumière lundi lutin machine
    magie maison mammouth mélodie miel miroir moineau montagne mouton muguet musée myrtille
    navire neige nougat nuage nuit oignon oiseau olivier ombre omelette orage oreille palmier
    panier papillon parapluie pastèque pêche peinture perle peuplier photo pinceau piscine
    pivoine placard pluie poète poire pomme porte poterie prince promenade prune pyjama question
    racine raisin râteau rayon refuge renard requin rideau rivière robe rose ruban ruisseau
    sable sacoche safran saison samedi sapin sardine savon scarabée semaine sentier septembre
    serpent sifflet singe sirop soleil sorbet souris stylo surprise tabouret tambour tapis
    télescope tigre tilleul tiroir tissu toboggan tomate tonneau toucan train trèfle truite
    tuile univers vacances vague valise vanille vapeur vélo verger violette vitrail voyage zèbre
"""

_ROMANIAN = """
    acasă acordeon adăpost agrafă aisberg ajutor albină alee alfabet alună animal antenă aramă
    arbore argint aripă autobuz avocado balon banană barcă basm berbec binoclu biserică bivol
    bloc bluză bomboană brad bucătar bufniță bunică burete busolă butoi cadou cafea cameră capră
    carte castel catifea cerb cetate chibrit cioară cireașă ciupercă cocoș colină comoară copil
    corabie covor crab crin cruce cufăr culoare cunună cuptor cutie cuvânt deget delfin desen
    diamant dimineață dovleac dragoste dulap duminică ecou elev exemplu făină familie fanfară
    farfurie fasole față fereastră fetiță film fluture foaie fotoliu frate fulg funie furnică
    gardă gazdă geam girafă glugă gogoașă grădină greier grindă gură haină hartă iarbă iepure
    imagine inel inimă insulă istorie izvor jucărie jumătate junglă ladă lalea lampă lapte
    lavandă leagăn legumă librărie limbă lingură livadă lopată lotus lună magazin mamut mare
    masă mătură merișor mistreț morcov motan mugur munte muscă nasture navă nepot nisip noapte
    noroc nucă număr nuntă oaie obraz ochi odaie ogor olimpic omăt omletă oraș orez orgă ovăz
    ozon pădure pahar pâine palat parc pasăre păun pepene perete petală piatră pinguin pisică
    pitic plapumă plimbare poezie poiană poștă potecă prieten pupăză purice rachetă rază regină
    rețetă ridiche roată rochie roman rubin rucsac sabie săgeată salcie sămânță sanie săpun sare
    scaun scoică scrisoare seară soare somn șopârlă spanac stea stilou stup suliță sunet tabără
    tambur țară taur telefon tenis țestoasă tigaie timbru țipar tobă tort traistă trei trifoi
    trompetă tufiș tunet turn umăr umbră unchi ureche urzică vânt vapor vară vază verde veveriță
    viscol vrabie vulpe zahăr zambilă zână zăpadă ziar zmeu zori
"""

LISTS = {"en": WORDS, "fr": tuple(_FRENCH.split()), "ro": tuple(_ROMANIAN.split())}
SHORTEST = 3
"""The number of letters that are enough to identify a word."""

_NUMBER = {word: number for number, word in enumerate(WORDS)}
_BETWEEN = re.compile(r"[\s\-_.,/]+")


class BadCode(LocalError):
    """The typed text is not a room code."""


class UnknownWord(BadCode):
    """A word is in no list. `nearest` are words that the player may have meant."""

    def __init__(self, word: str, nearest: tuple[str, ...]) -> None:
        super().__init__(f"{word!r} is not a word of the list")
        self.word = word
        self.nearest = nearest


class WrongLength(BadCode):
    """Too few or too many words."""

    def __init__(self, count: int) -> None:
        super().__init__(f"a code has {CODE_WORDS} words, this has {count}")
        self.count = count


def spoken(words: Iterable[str]) -> str:
    """Return the protocol's words in the player's language, separated by spaces."""
    return " ".join(_in_language(words))


def spoken_code(code: str) -> str:
    """Return a room code in the player's language."""
    return "-".join(_in_language(code.split("-")))


def code_from_words(typed: str) -> bytes:
    """Return the bytes of a code that was typed in any of the languages.

    Case, accents, hyphens and spaces do not matter, and a word may be abbreviated to its first
    three letters. Raises `UnknownWord` (for the first one) or `WrongLength`.
    """
    words = [word for word in _BETWEEN.split(typed.strip()) if word]
    for name in sorted(LISTS, key=lambda name: name != language()):
        numbers = [_number(word, LISTS[name]) for word in words]
        code = bytes(number for number in numbers if number is not None)
        if len(code) == len(words):
            if len(code) != CODE_WORDS:
                raise WrongLength(len(code))
            return code
    mine = LISTS[language()]
    unknown = next(word for word in words if _number(word, mine) is None)
    raise UnknownWord(unknown, _nearest(unknown, mine))


def complete_code(line: str) -> tuple[str, ...]:
    """Return the completions of the line's last word, with a hyphen if more words follow."""
    *before, start = _BETWEEN.split(line)
    fitting = _beginning(start, LISTS[language()])
    if len(fitting) == 1 and len(before) + 1 < CODE_WORDS:
        return (f"{fitting[0]}-",)
    return fitting


def _in_language(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(LISTS[language()][_NUMBER[word]] for word in words)


def _beginning(start: str, words: Iterable[str]) -> tuple[str, ...]:
    start = bare(start)
    return tuple(word for word in words if bare(word).startswith(start))


def _number(typed: str, words: tuple[str, ...]) -> int | None:
    fitting = _beginning(typed, words)
    exact = [word for word in fitting if bare(word) == bare(typed)]
    if exact or (len(fitting) == 1 and len(typed) >= SHORTEST):
        return words.index((exact or fitting)[0])
    return None


def _nearest(typed: str, words: tuple[str, ...]) -> tuple[str, ...]:
    by_letters = {bare(word): word for word in words}
    alike = [by_letters[each] for each in get_close_matches(bare(typed), by_letters, 3, 0.7)]
    return _beginning(typed, words) or tuple(alike) or _beginning(typed[:2], words)
