"""The proofs: checked, and made again. Sections 5 and 6."""

from typing import Any

from .basics import (
    BASE,
    CHAIN,
    Q,
    array,
    digest,
    lin,
    nonce,
    number,
    out,
    point,
    proof_point,
    scalar,
    shuffle_bases,
    wide,
)
from .curve import L
from .faults import need


def check_share(tag: str, of: list[Any], d: bytes, ez: Any) -> None:
    """`of` is [ctx, card, A, K]."""
    _, _, a, key = of
    e, z = number(ez[0]), number(ez[1])
    r1, r2 = proof_point((z, BASE), (-e, key)), proof_point((z, a), (-e, d))
    need(e == scalar(tag, *of, d, r1, r2), "the proof of a share does not hold")


def check_blinded(of: list[Any], entry: list[Any]) -> None:
    _, _, a, key = of
    masked, (e, z, u) = point(entry[0]), map(number, entry[1:])
    r1, r2 = proof_point((z, BASE), (-e, key)), proof_point((z, a), (u, Q), (-e, masked))
    right = e == scalar("blinded share", *of, masked, r1, r2)
    need(right, "the proof of a blinded share does not hold")


def check_claim(of: list[Any], proof: Any) -> None:
    """`of` is [ctx, card, C, faces, the points of the deck]."""
    _, _, c, faces, points = of
    need(array(proof, len(faces)) and all(array(p, 2) for p in proof), "not a claim's proof")
    es, zs = [number(p[0]) for p in proof], [number(p[1]) for p in proof]
    rs = []
    for f, e, z in zip(faces, es, zs, strict=True):
        rs.append(proof_point((z, Q), (-e, proof_point((1, points[f]), (-1, c)))))
    right = sum(es) % L == scalar("claim", *of[:4], rs)
    need(right, "the proof of a claim does not hold")


def check_shuffle(of: list[Any], result: Any, proof: Any) -> None:
    """`of` is [ctx, m, K*, pile]."""
    ctx, m, key, pile = of
    size, bases = len(pile), shuffle_bases(len(pile))
    need(array(result, size) and all(array(card, 2) for card in result), "not a pile")
    for card in result:
        point(card[0]), point(card[1])
    need(array(proof, 9), "not a shuffle's proof")
    need(all(array(proof[i], size) for i in (0, 1, 7, 8)), "not a shuffle's proof")
    ps, chain = [point(p) for p in proof[0]], [point(p) for p in proof[1]]
    e, s1, s2, s3, s4 = map(number, proof[2:7])
    s_chain, s_weight = [number(s) for s in proof[7]], [number(s) for s in proof[8]]
    d = digest("shuffle statement", ctx, m, key, pile, result, ps)
    us = [scalar("shuffle weight", d, i) for i in range(size)]
    product = 1
    for u in us:
        product = product * u % L
    all_p = proof_point(*((1, p) for p in ps), *((-1, h) for h in bases))
    end = proof_point((1, chain[-1]), (-product, CHAIN))
    weighted = list(zip(s_weight, result, strict=True))
    old = list(zip(us, pile, strict=True))
    t1, t2 = proof_point((s1, BASE), (-e, all_p)), proof_point((s2, BASE), (-e, end))
    t3 = proof_point(
        (s3, BASE),
        *zip(s_weight, bases, strict=True),
        *((-e * u, p) for u, p in zip(us, ps, strict=True)),
    )
    t4 = proof_point(
        *((s, c[1]) for s, c in weighted), (-s4, key), *((-e * u, c[1]) for u, c in old)
    )
    t5 = proof_point(
        *((s, c[0]) for s, c in weighted), (-s4, BASE), *((-e * u, c[0]) for u, c in old)
    )
    before = [CHAIN, *chain[:-1]]
    steps = zip(s_chain, s_weight, before, chain, strict=True)
    ts = [proof_point((s, BASE), (t, b), (-e, c)) for s, t, b, c in steps]
    right = e == scalar("shuffle challenge", d, chain, t1, t2, t3, t4, t5, ts)
    need(right, "the proof of the shuffle does not hold")


def order(secret: bytes, beacon: bytes, m: int, size: int) -> list[int]:
    return sorted(range(size), key=lambda j: wide("order", secret, beacon, m, j))


def make_shuffle(secret: bytes, beacon: bytes, of: list[Any]) -> list[Any]:
    ctx, m, key, pile = of
    size, bases = len(pile), shuffle_bases(len(pile))
    perm = order(secret, beacon, m, size)
    masks = [scalar("mask", secret, ctx, m, j) for j in range(size)]
    result = []
    for r, i in zip(masks, perm, strict=True):
        result.append([lin((1, pile[i][0]), (r, BASE)), lin((1, pile[i][1]), (r, key))])

    def draw(purpose: str, indices: range) -> list[int]:
        return [nonce(secret, ctx, [purpose, i], [m, key, pile, result]) for i in indices]

    rho, rho_chain, w = draw("p", range(size)), draw("chain", range(size)), draw("w", range(1, 5))
    w_chain, w_weight = draw("chain w", range(size)), draw("weight w", range(size))
    ps = [b""] * size
    for i, j in enumerate(perm):
        ps[j] = lin((rho[j], BASE), (1, bases[i]))
    d = digest("shuffle statement", ctx, m, key, pile, result, ps)
    us = [scalar("shuffle weight", d, i) for i in range(size)]
    moved = [us[j] for j in perm]
    chain, ts, last = [], [], CHAIN
    for i in range(size):
        ts.append(lin((w_chain[i], BASE), (w_weight[i], last)))
        last = lin((rho_chain[i], BASE), (moved[i], last))
        chain.append(last)
    t3 = lin((w[2], BASE), *zip(w_weight, bases, strict=True))
    t4 = lin(*((s, c[1]) for s, c in zip(w_weight, result, strict=True)), (-w[3], key))
    t5 = lin(*((s, c[0]) for s, c in zip(w_weight, result, strict=True)), (-w[3], BASE))
    commitments = [lin((w[0], BASE)), lin((w[1], BASE)), t3, t4, t5, ts]
    e = scalar("shuffle challenge", d, chain, *commitments)
    sums, v = [sum(rho), 0, 0, 0], 1
    for i in reversed(range(size)):
        sums[1] += rho_chain[i] * v
        v = v * moved[i] % L
    sums[2] = sum(r * u for r, u in zip(rho, us, strict=True))
    sums[3] = sum(r * u for r, u in zip(masks, moved, strict=True))
    s = [out(a + e * b) for a, b in zip(w, sums, strict=True)]
    s_chain = [out(a + e * b) for a, b in zip(w_chain, rho_chain, strict=True)]
    s_weight = [out(a + e * b) for a, b in zip(w_weight, moved, strict=True)]
    return ["shuffled", result, [ps, chain, out(e), *s, s_chain, s_weight]]


def make_share(tag: str, secret: bytes, of: list[Any], x: int) -> list[bytes]:
    ctx, card, a, key = of
    d = lin((x, a))
    w = nonce(secret, ctx, [tag, card], [a, key, d])
    e = scalar(tag, *of, d, lin((w, BASE)), lin((w, a)))
    return [d, out(e), out(w + e * x)]


def make_blinded(secret: bytes, of: list[Any], x: int, y: int) -> list[bytes]:
    ctx, card, a, key = of
    masked = lin((x, a), (y, Q))
    w = nonce(secret, ctx, ["blinded share", card], [a, key, masked])
    v = nonce(secret, ctx, ["blinded share v", card], [a, key, masked])
    r1, r2 = lin((w, BASE)), lin((w, a), (v, Q))
    e = scalar("blinded share", *of, masked, r1, r2)
    return [masked, out(e), out(w + e * x), out(v + e * y)]


def make_claim(secret: bytes, of: list[Any], y: int) -> list[Any]:
    ctx, card, c, faces, points = of
    true = points.index(lin((1, c), (y, Q)))
    w = nonce(secret, ctx, ["claim", card], [c, faces])
    es, zs, rs = {}, {}, []
    for f in faces:
        if f == true:
            rs.append(lin((w, Q)))
            continue
        es[f] = nonce(secret, ctx, ["claim e", [card, f]], [c, faces])
        zs[f] = nonce(secret, ctx, ["claim z", [card, f]], [c, faces])
        rs.append(lin((zs[f], Q), (-es[f], lin((1, points[f]), (-1, c)))))
    es[true] = (scalar("claim", *of[:4], rs) - sum(es.values())) % L
    zs[true] = w + es[true] * y
    return [[out(es[f]), out(zs[f])] for f in faces]
