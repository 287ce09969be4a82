"""Points of a round and places of a game (R62 to R64, the record's `result`)."""


def card_points(face: str, wild_number_points: int) -> int:
    """Return what a card left in a hand is worth (R62)."""
    if face == "W":
        return 20
    if face.endswith("#"):
        return wild_number_points
    return int(face[1:])


def hand_points(hand: list[str], wild_number_points: int) -> int:
    return sum(card_points(face, wild_number_points) for face in hand)


def sole_leader(scores: list[int], left: list[int]) -> int | None:
    """Return the seat that leads alone on points among those that stayed, or None."""
    stayed = [seat for seat in range(len(scores)) if seat not in left]
    highest = max(scores[seat] for seat in stayed)
    leaders = [seat for seat in stayed if scores[seat] == highest]
    return leaders[0] if len(leaders) == 1 else None


def final_places(
    winner: int | None, scores: list[int], points_left: list[int], left: list[int]
) -> list[int]:
    """Return each seat's place.

    The winner is first, the others follow by score, then by fewer card points left in the hand;
    equal on both share a place, and the next is skipped. A seat that left is behind every seat
    that stayed, of several the one that left later ahead.

    >>> final_places(3, [10, 10, 5, 200], [7, 7, 0, 0], [])
    [2, 2, 4, 1]
    """

    def rank(seat: int) -> tuple[int, int, int]:
        if seat in left:
            return (2, -left.index(seat), 0)
        if seat == winner:
            return (0, 0, 0)
        return (1, -scores[seat], points_left[seat])

    ranks = [rank(seat) for seat in range(len(scores))]
    return [1 + sum(other < own for other in ranks) for own in ranks]
