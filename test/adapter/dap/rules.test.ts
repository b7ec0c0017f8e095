import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { events, requests, type Chain, type RulesAdded, type RulesTold } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';

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

const node = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
}
const kept = (globalThis.kept = []);
`;

/** Ways in which a rule may break, each passed before without that, and where. */
const moments: readonly (readonly [string, string, string])[] = [
  [
    'a call',
    `${node}for (const name of ['a', 'b', 'c']) {
  const n = new Node('n' + name), m = new Node(name);
  kept.push(n, m);
  m.parent = name === 'c' ? null : n;
  n.children.add(m); //here
}
`,
    '//here',
  ],
  [
    'a write',
    `${node}for (const name of ['a', 'b', 'c']) {
  const n = new Node('n' + name), m = new Node(name);
  kept.push(n, m);
  m.parent = n;
  n.children.add(m);
  m.parent = name === 'c' ? null : n; //here
}
`,
    '//here',
  ],
  [
    'a deletion',
    `${node}for (const name of ['a', 'b', 'c']) {
  const n = new Node('n' + name), m = new Node(name);
  kept.push(n, m);
  m.parent = n;
  if (name === 'c') n.children.add(m);
  delete m.parent; //here
}
`,
    '//here',
  ],
  [
    'a `new`',
    `${node}class Child extends Node {
  constructor(name, n) { super(name); if (name === 'c') n.children.add(this); }
}
const n = new Node('n');
kept.push(n);
for (const name of ['a', 'b', 'c']) {
  const m = new Child(name, n); //here
  kept.push(m);
}
`,
    '//here',
  ],
];

/** The rule is broken within a method, at whose end the program stops. */
const methods = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
  add(child) { child.parent = this; this.children.add(child); }
  move() {
    this.parent = null; //moved
    this.name += '!';
  } //end
}
const a = new Node('a');
globalThis.kept = [a];
a.add(new Node('b'));
[...a.children][0].move();
`;

const more = `import { extent, report, rule } from 'whence/rules';
import { Node } from './main.js';
export const named = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.name === 'b', found: ({ n }) => report(n.name, 'is named') });
`;

const attributesOf = (debugged: Debugged): object => ({
  program: debugged.path('main.js'),
  cwd: debugged.folder,
  rules: [debugged.path('tree.rules.ts')],
});

const quiet = `import { extent, rule } from 'whence/rules';
import { Node, Gone } from './main.js';
export const named = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.name === '' });
export const gone = rule({ foreach: { n: extent(Gone) }, where: ({ n }) => n.name === '' });
export const endless = rule({ foreach: { n: extent(Node) }, where: ({ n }) => n.f() });
`;

/** A private field has a name as short as ours are by the bundler. */
const secretive = `class Node {
  #e = 5;
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
}
const a = new Node('a'), b = new Node('b');
globalThis.kept = [a, b];
a.children.add(b);
`;

/** Eight children, of which none knows its parent. */
const many = `class Node {
  constructor(name) { this.name = name; this.parent = null; this.children = new Set(); }
}
const a = new Node('a');
globalThis.kept = [a];
for (let i = 0; i < 8; i++) {
  const child = new Node('b' + i);
  child.parent = i; //given
  a.children.add(child); //broken
}
`;

async function launchedWith(debugged: Debugged, condition?: string): Promise<void> {
  const filter = { filterId: 'rule:childKnowsItsParent', ...(condition === undefined ? {} : { condition }) };
  await debugged.launch({ rules: [debugged.path('tree.rules.ts')] }, () =>
    debugged.client.request('setExceptionBreakpoints', { filters: [], filterOptions: [filter] }),
  );
}

async function launched(debugged: Debugged, condition?: string) {
  await launchedWith(debugged, condition);
  return debugged.stopped();
}

const told = (debugged: Debugged): Promise<RulesTold> => debugged.client.request(requests.rules, {});

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

  it('show nothing of ours on the objects that they watch', () =>
    debugging({ 'main.js': secretive, 'tree.rules.ts': rules('') }, async (debugged) => {
      const stopped = await launched(debugged);
      const { result, variablesReference } = await debugged.evaluate('a', 'repl', stopped);
      assert.equal(result, "Node {#e: 5, name: 'a', parent: null, children: Set(1)}");
      const own = Object.keys(await debugged.children({ variablesReference })).filter((name) => !name.startsWith('[['));
      assert.deepEqual(own.sort(), ['#e', 'children', 'name', 'parent']);
      const text = await debugged.evaluate('String(Object.getOwnPropertyNames(a))', 'repl', stopped);
      assert.equal(text.result, "'name,parent,children'");
      await debugged.finish(stopped);
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

  it('have filters of their own where two files have rules of one name, and say of which file they are', () => {
    const inner = (text: string) => text.replace("'./main.js'", "'../main.js'");
    const files = { 'main.js': tree, 'a.rules.ts': rules(''), 'inner/b.rules.ts': inner(rules('').replace("'child'", "'other'")) };
    const launch = { rules: ['a.rules.ts', 'inner/b.rules.ts'] };
    return debugging(
      files,
      async (debugged) => {
        const filters = (debugged.capabilities.exceptionBreakpointFilters ?? []).filter(({ filter }) => filter.startsWith('rule:'));
        const second = 'childKnowsItsParent (inner/b.rules.ts)';
        assert.deepEqual(
          filters.map(({ filter, label }) => [filter, label]),
          [
            ['rule:childKnowsItsParent', 'Rule childKnowsItsParent (a.rules.ts)'],
            [`rule:${second}`, `Rule ${second}`],
          ],
        );
        await debugged.launch(launch, () => debugged.client.request('setExceptionBreakpoints', { filters: [`rule:${second}`] }));
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.description, stopped.text], [`Rule ${second}`, 'other b of a']);
        const { rules: held, findings } = await told(debugged);
        assert.deepEqual(
          held.map(({ name, fired }) => [name, fired]),
          [
            ['childKnowsItsParent (a.rules.ts)', 1],
            [second, 1],
          ],
        );
        assert.deepEqual(
          findings.map(({ rule, message }) => [rule, message]),
          [
            ['childKnowsItsParent (a.rules.ts)', 'child b of a'],
            [second, 'other b of a'],
          ],
        );
        await debugged.client.request('disconnect', {});
      },
      launch,
    );
  });

  it('are looked at one alone where the launch names it', () => {
    const launch = { rules: ['tree.rules.ts'], __onlyRule: 'childKnowsItsParent' };
    const more = `${rules('')}export const other = rule({ foreach: { n: extent(Node) }, found: () => stop() });\n`;
    return debugging(
      { 'main.js': tree, 'tree.rules.ts': more },
      async (debugged) => {
        const all = (debugged.capabilities.exceptionBreakpointFilters ?? []).map(({ filter }) => filter);
        const filters = all.filter((filter) => filter.startsWith('rule:'));
        assert.deepEqual(filters, ['rule:childKnowsItsParent']);
        await debugged.launch(launch, () => debugged.client.request('setExceptionBreakpoints', { filters }));
        const stopped = await debugged.stopped();
        assert.deepEqual([stopped.description, stopped.line], ['Rule childKnowsItsParent', debugged.line('//broken')]);
        await debugged.client.request('disconnect', {});
      },
      launch,
    );
  });

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

  it('are told with what they have found: objects with their fields, the cause, and where it was noticed', () =>
    debugging({ 'main.js': tree, 'tree.rules.ts': rules('') }, async (debugged) => {
      const stopped = await launched(debugged);
      const {
        rules: [rule],
        findings: [finding],
        waiting,
        isWhole,
      } = await told(debugged);
      assert.deepEqual([rule?.name, rule?.state, rule?.fired, rule?.tuples, isWhole], ['childKnowsItsParent', 'broken', 1, 1, true]);
      assert.deepEqual([finding?.message, finding?.place?.line, finding?.hit], ['child b of a', debugged.line('//broken'), 1]);
      assert.equal(waiting, finding?.id);
      const fields = finding?.objects.map(({ variable, fields: all }) => [
        variable,
        ...all.map(({ name, text, isRead }) => `${isRead ? '*' : ''}${name} ${text.replaceAll(/#\d+/g, '')}`),
      ]);
      assert.deepEqual(fields, [
        ['n', '*children Set {Node}', 'name "a"', 'parent null'],
        ['m', '*parent null', 'name "b"', 'children Set {}'],
      ]);
      await debugged.finish(await debugged.go('continue', stopped));
    }));

  it('hold so far where they were looked at and nothing was found, and say which class was not seen', () =>
    debugging({ 'main.js': `${tree}class Rare {}\nsetTimeout(() => { debugger }, 1200);`, 'a.rules.ts': quiet }, async (debugged) => {
      await debugged.launch({ rules: [debugged.path('a.rules.ts')] });
      await debugged.stopped();
      const states = (await told(debugged)).rules.map(({ name, state, reason }) => [name, state, reason]);
      assert.deepEqual(states.slice(0, 1), [['named', 'holds', null]]);
      assert.match(JSON.stringify(states[1]), /"gone","unseen","No class Gone was seen/);
      assert.match(JSON.stringify(states[2]), /"endless","off","/);
      assert.ok(debugged.client.events.filter(({ event }) => event === events.rules).length < 12);
    }));

  it('stop where the condition of their filter holds, which changes nothing', () =>
    debugging({ 'main.js': many, 'tree.rules.ts': rules('') }, async (debugged) => {
      const stopped = await launched(debugged, "m.name === 'b7'");
      assert.equal(stopped.text, 'child b7 of a');
      assert.equal((await told(debugged)).findings.length, 8);
      await debugged.finish(stopped);
    }));

  it('say once why a condition cannot be evaluated', () =>
    debugging({ 'main.js': many, 'tree.rules.ts': rules('') }, async (debugged) => {
      await launchedWith(debugged, 'm.parent = n');
      assert.match(
        await debugged.finish(),
        /The condition “m.parent = n” of the rule childKnowsItsParent does not hold: It would change something/,
      );
      assert.equal(debugged.output('important').split('does not hold').length, 2);
    }));

  it('answer for the last change of a field that they read, where they stop and afterwards', () =>
    debugging({ 'main.js': many, 'tree.rules.ts': rules('') }, async (debugged) => {
      const stopped = await launched(debugged, "m.name === 'b7'");
      const { findings, waiting } = await told(debugged);
      const finding = findings.at(-1);
      assert.deepEqual(
        finding?.objects.map(({ refusal }) => refusal),
        [null, null],
      );
      const ask = (expression: string): Promise<Chain> =>
        debugged.client.request(requests.ask, { kind: 'lastChange', finding: waiting, expression });
      const chain = await ask('m.parent');
      assert.equal(chain.current, 'P1');
      const [stop, change] = chain.points;
      assert.deepEqual([stop?.place?.line, stop?.hit], [debugged.line('//broken'), 8]);
      assert.deepEqual([change?.status, change?.place?.line, change?.after], ['located', debugged.line('//given'), '7']);
      assert.deepEqual(
        chain.findings?.map(({ id, rule, event }) => [id, rule, event]),
        [[waiting, 'childKnowsItsParent', stop?.event]],
      );
      const container = await ask('n.children');
      assert.equal(container.points.at(-1)?.place?.line, 2);
      await debugged.finish(stopped);
      await assert.rejects(ask('m.parent'), /The program has ended/);
    }));

  it('answer from a finding that the program has left, and from the frames where it waits', () =>
    debugging({ 'main.js': many, 'tree.rules.ts': rules('') }, async (debugged) => {
      const first = await launched(debugged, "m.name === 'b2' || m.name === 'b5'");
      const { waiting } = await told(debugged);
      const second = await debugged.go('continue', first);
      const left: Chain = await debugged.client.request(requests.ask, { kind: 'lastChange', finding: waiting, expression: 'm.parent' });
      assert.deepEqual([left.current, left.points.at(-1)?.after], [null, '2']);
      const here: Chain = await debugged.client.request(requests.ask, {
        kind: 'lastChange',
        frameId: second.frame.id,
        expression: 'child.name',
      });
      assert.deepEqual([here.current, here.points[0]?.hit, here.points.at(-1)?.after], ['P1', 6, '"b5"']);
      const unseen = (await told(debugged)).findings[0];
      assert.match(unseen?.objects[0]?.refusal ?? '', /did not stop at this finding/);
      const asked = { kind: 'lastCondition', finding: unseen?.id };
      const condition: Chain = await debugged.client.request(requests.ask, asked);
      assert.deepEqual([condition.points[0]?.hit, condition.points.at(-1)?.taken], [1, 'again']);
      await debugged.finish(second);
    }));

  it('answer for the moment of the write, where they stop when the method has ended', () =>
    debugging({ 'main.js': methods, 'tree.rules.ts': rules('') }, async (debugged) => {
      const stopped = await launched(debugged);
      assert.equal(stopped.line, debugged.line('//end'));
      const { findings, waiting } = await told(debugged);
      assert.equal(findings[0]?.place?.line, debugged.line('//moved'));
      assert.deepEqual(
        findings[0]?.objects.map(({ variable, refusal }) => [variable, refusal]),
        [
          ['n', null],
          ['m', null],
        ],
      );
      const chain: Chain = await debugged.client.request(requests.ask, { kind: 'lastChange', finding: waiting, expression: 'm.parent' });
      const [stop, change] = chain.points;
      assert.deepEqual([stop?.place?.line, stop?.functionName, chain.current], [debugged.line('//moved'), 'move', null]);
      assert.deepEqual(
        [change?.place?.line, change?.before],
        [debugged.line('//moved'), 'Node#1 {name: "a", parent: null, children: Set}'],
      );
      const asked = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'this.parent' };
      await assert.rejects(debugged.client.request(requests.ask, asked), /Ask from the finding/);
      await debugged.finish(stopped);
    }));

  it('are read anew when the program is started again, those that were added among them', () =>
    debugging({ 'main.js': tree, 'tree.rules.ts': rules(''), 'more.rules.ts': more, 'empty.rules.ts': 'export {};' }, async (debugged) => {
      const stopped = await launched(debugged);
      await assert.rejects(debugged.client.request(requests.addRules, { file: debugged.path('gone.rules.ts') }), /no such rules file/);
      await assert.rejects(
        debugged.client.request(requests.addRules, { file: debugged.path('empty.rules.ts') }),
        /There is no rule in the file/,
      );
      const added: RulesAdded = await debugged.client.request(requests.addRules, { file: debugged.path('more.rules.ts') });
      assert.deepEqual([added.names, /without probes for the rule named: it must/.test(added.sentence)], [['named'], true]);
      writeFileSync(debugged.path('tree.rules.ts'), rules('').replace("'child'", "'anew'"));
      const again = debugged.stopped();
      await debugged.client.request('restart', { arguments: { ...attributesOf(debugged) } });
      assert.equal((await again).text, 'b is named');
      const next = await debugged.go('continue', await again);
      assert.equal(next.text, 'anew b of a');
      assert.deepEqual(
        (await told(debugged)).rules.map(({ name }) => name),
        ['childKnowsItsParent', 'named'],
      );
      assert.ok(stopped.threadId > 0);
      await debugged.finish(await debugged.go('continue', next));
    }));

  for (const [what, text, line] of moments)
    it(`are at the moment of ${what}`, () =>
      debugging({ 'main.js': text, 'tree.rules.ts': rules('') }, async (debugged) => {
        const stopped = await launched(debugged, "m.name === 'c'");
        const { findings, waiting } = await told(debugged);
        const finding = findings.find(({ id }) => id === waiting);
        assert.equal(finding?.hit, 3);
        assert.equal(finding?.place?.line, debugged.line(line));
        const chain: Chain = await debugged.client.request(requests.ask, { kind: 'lastChange', finding: waiting, expression: 'n.name' });
        const [stop, change] = chain.points;
        assert.deepEqual([stop?.place?.line, stop?.hit, change?.place?.line], [debugged.line(line), finding?.hit, 2]);
        await debugged.finish(stopped);
      }));
});
