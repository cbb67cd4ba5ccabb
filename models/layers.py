"""The layers of a language model that is a table: one array for each position of a response.

Layer t holds a row for each of the V**t prefixes of length t, in lexicographic order, and a column
for each of the V tokens that may follow. Laid out so, a layer (V**t, V) read row by row is a vector
over the V**(t+1) prefixes that are longer by one, and what is reached adds up by reshaping alone.
"""

from collections.abc import Iterable
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from models.checks import check_array, check_broadcast, check_logs, refusal, shown
from models.logspace import FloatArray

# Every response has a name and a probability, each policy an array of as many numbers.
MOST_RESPONSES, MOST_POSITIONS = 2**20, 1_024


def check_vocab(vocab: Iterable[str]) -> tuple[str, ...]:
    tokens = tuple(islice(vocab, MOST_RESPONSES + 1)) if isinstance(vocab, Iterable) else ()
    if len(tokens) > MOST_RESPONSES:
        raise refusal("vocab", f"of at most {MOST_RESPONSES:,} tokens", "more")
    texts = {token for token in tokens if isinstance(token, str) and token}
    if not tokens or len(texts) < len(tokens):
        raise refusal("vocab", "distinct non-empty strings, at least one", shown(vocab))
    return tokens


def check_layers(name: str, layers: Iterable[ArrayLike], vocab_size: int) -> list[FloatArray]:
    """One array (V**t, V) per position t, as it came; the first may come as a plain row (V,)."""
    items = list(islice(layers, MOST_POSITIONS + 1)) if isinstance(layers, Iterable) else []
    if not items:
        raise refusal(name, "one array per position, at least one", shown(layers))
    if len(items) > MOST_POSITIONS or vocab_size ** len(items) > MOST_RESPONSES:
        allowed = f"for at most {MOST_RESPONSES:,} responses and {MOST_POSITIONS:,} positions"
        raise refusal(name, allowed, f"{len(items):,} positions of {vocab_size:,} tokens")
    for t, item in enumerate(items):
        check_array(f"{name}[{t}]", item)
    arrays = [np.asarray(item) for item in items]
    if arrays[0].shape == (vocab_size,):
        arrays[0] = arrays[0][None, :]
    for t, array in enumerate(arrays):
        if array.shape != (vocab_size**t, vocab_size):
            allowed = f"of shape {(vocab_size**t, vocab_size)}"
            raise refusal(f"{name}[{t}]", allowed, f"shape {array.shape}")
    return arrays


def prefix_logps(token_logps: Iterable[FloatArray]) -> tuple[FloatArray, ...]:
    """Log-probability of reaching each prefix, log pi(y_<=t) = sum_i<=t log pi(y_i | y_<i).

    token_logps: tuple over t = 0 .. L-1 of (..., V**t, V), with any leading axes. Returns a tuple
    over t = 0 .. L of (..., V**t): [0] is 0, [-1] holds the log-probabilities of the responses;
    one beyond the range of a float is -inf.
    Raises ValueError for no position, for NaN or +inf, and for shapes other than these.
    """
    layers = _check_positions(token_logps)
    reached = [np.zeros(layers[0].shape[:-1])]
    for layer in layers:
        with np.errstate(over="ignore"):
            joint = reached[-1][..., None] + layer
        reached.append(joint.reshape(*joint.shape[:-2], -1))
    return tuple(reached)


def _check_positions(token_logps: Iterable[ArrayLike]) -> list[FloatArray]:
    allowed = "arrays (..., V**t, V), one per position, at least one"
    try:
        items = islice(token_logps, MOST_POSITIONS + 1)
        layers = [check_logs(f"token_logps[{t}]", x) for t, x in enumerate(items)]
    except TypeError:
        raise refusal("token_logps", allowed, shown(token_logps)) from None
    size = layers[0].shape[-1] if layers and layers[0].ndim else 0
    for t, layer in enumerate(layers):
        if layer.ndim < 2 or layer.shape[-2:] != (size**t, size):
            raise refusal(f"token_logps[{t}]", allowed, f"shape {layer.shape}")
    if not 0 < len(layers) <= MOST_POSITIONS:
        allowed += f" and at most {MOST_POSITIONS:,}"
        raise refusal("token_logps", allowed, "more" if layers else "none")
    leading = {f"token_logps[{t}]": x.shape[:-2] for t, x in enumerate(layers)}
    check_broadcast(size ** len(layers), **leading)
    return layers
