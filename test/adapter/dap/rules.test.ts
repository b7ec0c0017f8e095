import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { debugging } from '../../support/debugging.js';

const tree = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
}
const a = new Node('a'), b = new Node('b');
globalThis.kept = [a, b];
a.children.add(b); //broken
b.parent = a;
const last = 1; //last
b.parent = b; //again
setTimeout(() => {}, 10);
`;

const rules = (more: string): string => `import { extent, report, rule, stop } from 'whence/rules';
import { Node } from './main.js';
export const childKnowsItsParent = rule({
  foreach: { n: extent(Node), m: extent(Node) },
  where: ({ n, m }) => n.children.has(m) && m.parent !== n,
  found: ({ n, m }) => { report('child', m.name, 'of', n.name); ${more} },
});
`;

describe('rules in the debugger', () => {
  it('stop the program after the change that breaks them, and say what holds', () =>
    debugging({ 'main.js': tree, 'tree.rules.ts': rules('') }, async (debugged) => {
      await debugged.launch({ rules: [debugged.path('tree.rules.ts')] }, () =>
        debugged.client.request('setExceptionBreakpoints', { filters: ['rule:childKnowsItsParent'] }),
      );
      const stopped = await debugged.stopped();
      assert.deepEqual([stopped.reason, stopped.description, stopped.text], ['rule', 'Rule childKnowsItsParent', 'child b of a']);
      assert.equal(stopped.line, debugged.line('//broken'));
      const info: DebugProtocol.ExceptionInfoResponse['body'] = await debugged.client.request('exceptionInfo', {
        threadId: stopped.threadId,
      });
      assert.equal(info.exceptionId, 'childKnowsItsParent');
      assert.match(info.details?.message ?? '', /^child b of a\nn = Node#\d+ \{name: "a".*\nm = Node#\d+ \{name: "b"/);
      const has = await debugged.client.request('evaluate', { expression: 'a.children.has(b)', frameId: stopped.frame.id });
      assert.equal((has as { readonly result: string }).result, 'true');
      await debugged.client.request('continue', { threadId: stopped.threadId });
      const again = await debugged.stopped();
      assert.deepEqual([again.reason, again.line], ['rule', debugged.line('//again')]);
      await debugged.finish(again);
    }));

  it('are exception filters from the start, where the launch is told before it comes', () =>
    debugging(
      { 'main.js': tree, 'tree.rules.ts': rules('') },
      async (debugged) => {
        const filters = (debugged.capabilities.exceptionBreakpointFilters ?? []).filter(({ default: isOn }) => isOn);
        assert.deepEqual(
          filters.map(({ filter, label }) => [filter, label]),
          [['rule:childKnowsItsParent', 'Rule childKnowsItsParent']],
        );
        await debugged.launch({ rules: ['tree.rules.ts'] }, () =>
          debugged.client.request('setExceptionBreakpoints', { filters: filters.map(({ filter }) => filter) }),
        );
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.reason, stopped.line], ['rule', debugged.line('//broken')]);
        await debugged.client.request('disconnect', {});
      },
      { rules: ['tree.rules.ts'] },
    ));

  it('have no filter before the launch where their file cannot be read, which the launch says', () =>
    debugging(
      { 'main.js': tree },
      async (debugged) => {
        assert.equal(debugged.capabilities.exceptionBreakpointFilters?.length, 4);
        await assert.rejects(debugged.launch({ rules: ['gone.rules.ts'] }), /no such rules file/);
      },
      { rules: ['gone.rules.ts'] },
    ));

  it('stop it where they say stop, though their filter is off', () =>
    debugging({ 'main.js': tree, 'tree.rules.ts': rules(`if (m.parent === m) stop();`) }, async (debugged) => {
      await debugged.launch({ rules: [debugged.path('tree.rules.ts')] }, () =>
        debugged.client.request('setExceptionBreakpoints', { filters: [] }),
      );
      const stopped = await debugged.stopped();
      assert.deepEqual([stopped.reason, stopped.line], ['rule', debugged.line('//again')]);
      await debugged.finish(stopped);
    }));
});
