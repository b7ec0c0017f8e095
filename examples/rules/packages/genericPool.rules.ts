import { call, extent, report, rule } from 'whence/rules';
import { Pool, PooledResource } from 'generic-pool';

// "max: maximum number of resources to create at any given time."
export const atMostMax = rule({
  foreach: { p: extent(Pool) },
  where: ({ p }) => p._allObjects.size > p._config.max,
  found: ({ p }) => report(p._allObjects.size, 'resources, at most', p._config.max),
});

// "borrowed: number of resources that are currently acquired by userland code": none that is idle.
export const lentIsNotIdle = rule({
  foreach: { p: extent(Pool), r: ({ p }) => p._allObjects },
  where: ({ p, r }) => p._resourceLoans.has(r.obj) && r.state === 'IDLE',
  found: ({ r }) => report('lent and idle:', r.obj),
});

// "destroy: gets rid of a resource": it is none of the pool's.
export const destroyedIsGone = rule({
  foreach: { p: extent(Pool), r: ({ p }) => p._allObjects },
  where: ({ r }) => r.state === 'INVALID',
  check: 'turn',
  found: ({ r }) => report('destroyed, and still of the pool:', r.obj),
});

// Two resources of a pool are two objects.
export const oneObjectOneResource = rule({
  foreach: { r: extent(PooledResource), s: extent(PooledResource) },
  where: ({ r, s }) => r !== s && r.obj === s.obj,
  found: ({ r }) => report('two resources are', r.obj),
});

// "drain: lets no new request in": what is acquired then is refused.
export const drainedLendsNothing = rule({
  at: [
    call((p: Pool) => p.acquire(), {
      before: ({ p }) => {
        if (p._draining && p._waitingClientsQueue.length > 0) report('clients wait for a pool that is being drained');
      },
    }),
  ],
});
