"""pgx's side: a batch of games in one compiled function on the processor."""

from __future__ import annotations

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import pgx  # noqa: E402
from pgx.experimental import auto_reset  # noqa: E402

SIZE, LENGTH = 1024, 16


def steps(name):
    """Steps with an observation and the legal actions after each, random ones chosen."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        states, key = carry
        key, choose, reset = jax.random.split(key, 3)
        actions = jax.random.categorical(choose, jnp.where(states.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(states, actions, jax.random.split(reset, SIZE)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=LENGTH)[0])
    begin = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), SIZE))
    now = {"carry": many((begin, jax.random.PRNGKey(2)))}

    def work(n):
        rounds = -(-n // (SIZE * LENGTH))
        for _ in range(rounds):
            now["carry"] = many(now["carry"])
        jax.block_until_ready(now["carry"])
        return rounds * SIZE * LENGTH

    return work, 1.0


WORK = {"environment steps": steps}
