import assert from 'node:assert/strict';
import { codeFiles, read } from './files.js';
import { circlesOf, importGraph } from './graph.js';
import { roomOf } from './rooms.js';

const product = codeFiles.filter((file) => /^(server|adapter|extension)\//.test(file));
const { values, all } = importGraph(product);

describe('circles', () => {
  it('there is none between rooms, not even of types', () => {
    const rooms = new Map<string, string[]>();
    for (const [file, targets] of all) {
      const room = roomOf(file);
      const others = targets.map(roomOf).filter((target) => target !== room);
      rooms.set(room, [...new Set([...(rooms.get(room) ?? []), ...others])]);
    }
    assert.deepEqual(circlesOf(rooms), []);
  });

  it('within a room each has its reason, in a comment of one of its files that begins with "Circle:"', () => {
    const unexplained = circlesOf(values).filter((circle) => !circle.some((file) => /(\/\/|\*) Circle: \S/.test(read(file))));
    assert.deepEqual(unexplained, []);
  });

  it('there is none of values in what decides about a run', () => {
    assert.deepEqual(
      circlesOf(values).filter((circle) => circle.some((file) => file.startsWith('adapter/querypoints/'))),
      [],
    );
  });

  it('are found where there are some', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    assert.deepEqual(circlesOf(graph), [['a', 'b', 'c']]);
  });
});
