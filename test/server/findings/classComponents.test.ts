import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of classes of a text, with the gate: `severity message`. */
function said(text: string, name = 'program.jsx', before = "import React, { Component } from 'react';\n"): readonly string[] {
  return checkText(before + text, { gate: true }, [], name).findings.map(({ severity, message }) => `${severity} ${message}`);
}

/** The class `C` with these members and that render. */
const component = (members: string, render: string): string =>
  `export class C extends Component { ${members}\n render() { return <p>{${render}}</p>; } }`;

const always = (what: string): readonly string[] => [
  `error C always fails in its first render: ${what} is a property of undefined or null (line 3).`,
];

describe('the first render of a component that is a class', () => {
  it('has the state that its text says', () => {
    assert.deepEqual(said(component('state = { user: null };', 'this.state.user.name')), always('this.state.user.name'));
    const made = 'constructor(props) { super(props); this.state = { user: null }; this.load = this.load.bind(this); } load() {}';
    assert.deepEqual(said(component(made, 'this.state.user.name')), always('this.state.user.name'));
    assert.deepEqual(said(component('', 'this.state.user')), always('this.state.user'));
    const loaded = 'state = { user: null }; componentDidMount() { this.props.load().then((user) => this.setState({ user })); }';
    assert.deepEqual(said(component(loaded, 'this.state.user.name')), always('this.state.user.name'));
    assert.deepEqual(said(component("state = { user: { name: 'a' } };", 'this.state.user.name')), []);
  });

  it('has what is derived of its properties', () => {
    const derived = (user: string): string =>
      component(`state = { user: null }; static getDerivedStateFromProps(props) { return { user: ${user} }; }`, 'this.state.user.name');
    assert.deepEqual(said(derived('null')), always('this.state.user.name'));
    assert.deepEqual(said(derived("{ name: 'a' }")), []);
    assert.deepEqual(said(derived('props.level > 3 ? null : {}')), [
      'hint C fails in its first render if typeof props.level === "number" && props.level > 3: this.state.user.name is a property of undefined or null (line 3).',
    ]);
  });

  it('depends on properties, by their types', () => {
    const types = 'interface User { name: string } interface Props { user: User | null; level: number; on(f: (n: number) => void): void } ';
    const of = (render: string, state = ''): readonly string[] =>
      said(`${types}export class C extends Component<Props, { u: User | null }> { ${state} render() {\n${render} } }`, 'program.tsx');
    assert.deepEqual(of('return this.props.user!.name;'), [
      'hint C fails in its first render if props.user == null: this.props.user!.name is a property of undefined or null (line 3).',
    ]);
    assert.deepEqual(of("if (this.props.level > 3) throw new RangeError('level'); return null;"), [
      "hint C fails in its first render if props.level > 3: it throws new RangeError('level') (line 3).",
    ]);
    assert.deepEqual(of('return this.state.u!.name;', 'constructor(props: Props) { super(props); this.state = { u: props.user }; }'), [
      'hint C fails in its first render if props.user == null: this.state.u!.name is a property of undefined or null (line 3).',
    ]);
  });

  it('has no properties before `super` has them', () => {
    const [found] = said(
      'export class C extends Component { constructor(props) { super();\n this.n = this.props.n; } render() { return null; } }',
    );
    assert.equal(found, always('this.props.n')[0]);
  });

  it('is that of classes of all ways to import React, and of those that extend others', () => {
    const body = '{ state = { user: null };\n render() { return this.state.user.name; } }';
    assert.deepEqual(said(`class C extends React.PureComponent ${body}`), always('this.state.user.name'));
    assert.deepEqual(said(`const C = class extends Component ${body};`), always('this.state.user.name'));
    const common = `const { Component } = require('react'); exports.C = class {};\nclass C extends Component ${body}`;
    assert.deepEqual(said(common, 'program.jsx', ''), always('this.state.user.name'));
    assert.deepEqual(said(`class B extends Component { label() { return 1; } } class C extends B ${body}`), always('this.state.user.name'));
    assert.deepEqual(said(`class C extends Component ${body}`, 'program.jsx', "import { Component } from './own';\n"), []);
  });

  const silent: Readonly<Record<string, string>> = {
    'has default properties':
      "export class C extends Component { static defaultProps = { u: { name: 'a' } }; render() { return this.props.u.name; } }",
    'is mounted with a state':
      'export class C extends Component { state = { u: null }; UNSAFE_componentWillMount() { this.setState({ u: {} }); } render() { return this.state.u.name; } }',
    'hands itself to others':
      "import { bindAll } from './own'; export class C extends Component { constructor(p) { super(p); this.state = { u: null }; bindAll(this); } render() { return this.state.u.name; } }",
    'is extended by what makes its state':
      'class B extends Component { constructor(p) { super(p); this.state = this.first(); } first() { return null; } render() { return this.state.u.name; } } export class C extends B { first() { return { u: {} }; } }',
    'gets another render': 'export class C extends Component { render() { return this.state.u.name; } } C.prototype.render = () => null;',
    'keeps what an earlier one has loaded':
      'let known = null; export class C extends Component { state = { u: known }; componentDidMount() { known = {}; } render() { return this.state.u.name; } }',
    'has a context': 'export class C extends Component { render() { return this.context.user.name; } }',
    'reads its state in a handler':
      'export class C extends Component { state = { u: null }; show = () => this.state.u.name; render() { return <p onClick={this.show} />; } }',
    'fills a ref later':
      'export class C extends Component { box = React.createRef(); componentDidMount() { this.box.current.focus(); } render() { return <p ref={this.box} />; } }',
    'has a state behind an accessor':
      'export class C extends Component { get state() { return { u: {} }; } set state(x) {} render() { return this.state.u.name; } }',
  };
  for (const [what, text] of Object.entries(silent))
    it(`does not fail where a class ${what}`, () => {
      assert.deepEqual(said(text), []);
    });
});
