import { resolve } from 'node:path';
import type { RuleExpression } from '../../server/rules/ruleExpression.js';
import type { ClassReference, PatternText, RulesFile, RuleText } from '../../server/rules/rulesFile.js';
import type { WatchedParts } from '../../server/aliases/prunable.js';
import { unreachable } from '../../server/base/errors.js';
import {
  elementNeed,
  fieldNeed,
  Needs,
  type ClassToRun,
  type EncodedDomain,
  type EncodedExpression,
  type PatternToRun,
  type RulesToRun,
  type RuleToRun,
  type SetToRun,
  type SlotToRun,
} from '../events/rulesOfRun.js';
import type { RulesPlan, WatchedClass, WatchedPattern, WatchedSite } from '../instrument/rulesPlan.js';
import { classPlace, namesOf, superClasses } from '../../server/rules/classFiles.js';

/** How rules are to be run. */
export interface RuleSettings {
  /** The one rule that is looked at; all are when it is left out. */
  readonly onlyRule?: string;
  readonly cwd: string;
  readonly isFirst: boolean;
  readonly isSwept: boolean;
  readonly sweepPauseMs: number;
  readonly isRecomputed: boolean;
  /** Whether texts are probed also where no name that rules read is written. */
  readonly isUnpruned?: boolean;
  /** Whether what names leave out is probed, too, and held against what rules read. */
  readonly isPruningChecked?: boolean;
  /** Whether somebody looks on while the program runs. */
  readonly isLive?: boolean;
  /** The file that is run; none: what runs is not known, and nothing is proved of it. */
  readonly program?: string;
}

/** What the texts of a run, and its process, get of rules files. */
export interface PlannedRules {
  readonly run: RulesToRun;
  readonly plan: RulesPlan;
  /** The names of properties whose writes matter. */
  readonly fields: readonly string[];
  /** Whether the contents of containers matter. */
  readonly hasContainers: boolean;
  /** What the analyses are asked about; a sentence where rules watch what they do not know. */
  readonly watched: WatchedParts | string;
}

/** Numbers what rules speak of: fields, sets and classes. */
export function planRules(files: readonly RulesFile[], settings: RuleSettings): PlannedRules {
  return new RulePlanner(settings).plan(files);
}

interface Mutable<T> {
  readonly about: T;
  needs: number;
}

class RulePlanner {
  private readonly slots: Mutable<Omit<SlotToRun, 'needs'>>[] = [];
  private readonly sets: Mutable<Omit<SetToRun, 'needs'>>[] = [];
  private readonly classes: { readonly shown: ClassToRun; readonly watched: WatchedClass; readonly key: string }[] = [];
  private readonly sites: WatchedSite[] = [];
  private readonly patterns: WatchedPattern[] = [];
  private path = '';
  private file = 0;
  /** How many rules came before. */
  private rules = 0;

  constructor(private readonly settings: RuleSettings) {}

  plan(files: readonly RulesFile[]): PlannedRules {
    const rules = files.flatMap((file, index) => {
      this.path = file.path;
      this.file = index;
      return file.rules.map((rule) => {
        const planned = this.rule(rule);
        this.rules++;
        return planned;
      });
    });
    const slots = this.slots.map(({ about, needs }) => ({ ...about, needs }));
    const sets = this.sets.map(({ about, needs }) => ({ ...about, needs }));
    const { isFirst, isSwept, isRecomputed, sweepPauseMs } = this.settings;
    const fields = slots.filter(({ kind }) => kind === 'field').map(({ name }) => name);
    // A change of what a value holds is one of its place.
    const hasChanges = this.patterns.some(({ kind }) => kind === 'changes');
    const hasContainers = hasChanges || [...slots, ...sets].some(({ needs }) => (needs & Needs.contents) !== 0);
    return {
      run: {
        files: files.map(({ path, code }) => ({ path, code })),
        rules,
        slots,
        sets,
        classes: this.classes.map(({ shown }) => shown),
        isFirst,
        isSwept,
        isRecomputed,
        isPruningChecked: this.settings.isPruningChecked === true,
        isLive: this.settings.isLive === true,
        expected: null,
        sweepPauseMs,
      },
      plan: {
        classes: this.classes.map(({ watched }) => watched),
        sites: this.sites,
        isUnpruned: this.settings.isUnpruned === true || this.settings.isPruningChecked === true,
        isPruningChecked: this.settings.isPruningChecked === true,
        privates: fields.filter((name) => name.startsWith('#')),
        methods: rules.some(({ check, variables, fault }) => fault === null && check === 'return' && variables.length > 0),
        patterns: this.patterns,
        pruned: [],
        assertions: [],
        isDebugged: this.settings.isLive === true,
      },
      watched: this.watchedParts(fields),
      fields: [...new Set(hasContainers ? [...fields, 'length'] : fields)],
      hasContainers,
    };
  }

  private watchedParts(fields: readonly string[]): WatchedParts | string {
    if (this.patterns.length > 0) return 'a rule has patterns of code';
    if (this.sets.some(({ about }) => about.kind !== 'class') || this.slots.some(({ about }) => about.kind === 'state'))
      return 'a rule has sets of its own, or the objects of a place';
    if (this.classes.length === 0 || this.classes.some(({ shown }) => shown.isGlobal || shown.builtin !== null))
      return 'a rule speaks of a class of the language or of Node';
    const classes = this.classes.map(({ watched: { paths, folder, name } }) => ({ paths, folder, name }));
    return { classes, fields, areNamesOpen: this.settings.isUnpruned === true };
  }

  private rule(rule: RuleText): RuleToRun {
    const failed = (fault: string): RuleToRun => ({
      file: this.file,
      name: rule.name,
      fault,
      check: rule.check,
      variables: [],
      where: { kind: 'literal', value: false },
      shown: 0,
      patterns: [],
    });
    if (rule.fault !== null) return failed(rule.fault);
    if (rule.isProved === true) return { ...failed(''), fault: null };
    try {
      return this.planned(rule);
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  private planned(rule: RuleText): RuleToRun {
    const hidden: string[] = [];
    const names = rule.variables.map(({ name }) => name);
    const encode = (expression: RuleExpression): EncodedExpression =>
      this.encoded(expression, (name) => {
        const known = names.indexOf(name);
        if (known >= 0) return known;
        if (!hidden.includes(name)) hidden.push(name);
        return names.length + hidden.indexOf(name);
      });
    const domains = rule.variables.map(({ domain }): EncodedDomain => {
      switch (domain.kind) {
        case 'extent':
          return { kind: 'set', set: this.classSet(domain.of) };
        case 'site':
          return { kind: 'set', set: this.siteSet(domain.file, domain.line) };
        case 'tracked':
          return { kind: 'elements', of: encode(domain), skipsHoles: false };
        case 'elements':
          return { kind: 'elements', of: encode(domain.of), skipsHoles: domain.skipsHoles };
        default:
          return unreachable(domain);
      }
    });
    const where = encode(tests(rule).reduceRight((all, test) => both(test, all), rule.where));
    const variables = [
      ...domains.map((domain, index) => ({ name: names[index] ?? '', domain })),
      ...hidden.map((name) => ({ name, domain: { kind: 'set', set: this.set('tracked', name.slice(1)) } as const })),
    ];
    this.addNeeds(where, variables);
    for (const { domain } of variables) if (domain.kind === 'elements') this.addNeeds(domain.of, variables);
    for (const name of rule.shown)
      for (const variable of rule.variables.keys())
        this.addNeeds(
          { kind: 'field', of: { kind: 'variable', variable }, name, slot: this.slot('field', name), isOptional: true },
          variables,
        );
    const patterns = rule.patterns.map((pattern) => this.pattern(pattern));
    return { file: this.file, name: rule.name, fault: null, check: rule.check, variables, where, shown: names.length, patterns };
  }

  private encoded(expression: RuleExpression, variable: (name: string) => number): EncodedExpression {
    const inner = (part: RuleExpression): EncodedExpression => this.encoded(part, variable);
    switch (expression.kind) {
      case 'literal':
        return encodedLiteral(expression.value);
      case 'variable':
        return { kind: 'variable', variable: variable(expression.name) };
      case 'tracked':
        return { kind: 'variable', variable: variable(`=${expression.name}`) };
      case 'field':
        return { ...expression, of: inner(expression.of), slot: this.slot('field', expression.name) };
      case 'view':
        return this.view(inner(expression.of), viewNames[expression.name], expression.isOptional);
      case 'entry': {
        const { key, name, isOptional } = expression;
        const view = this.view(inner(expression.of), name === 'get' ? 'get()' : '[]', isOptional);
        return { kind: 'entry', view, key: inner(key), name, isOptional };
      }
      case 'quantified':
        return { ...expression, of: inner(expression.of), test: inner(expression.test) };
      case 'element':
        return { ...expression, of: inner(expression.of) };
      case 'state':
        return {
          kind: 'field',
          of: inner(expression.of),
          name: expression.name,
          slot: this.slot('state', expression.name),
          isOptional: false,
        };
      case 'size':
        return { ...expression, of: inner(expression.of), slot: this.slot('field', expression.name) };
      case 'has':
        return { ...expression, of: inner(expression.of), element: inner(expression.element) };
      case 'pure':
        return { ...expression, operands: expression.operands.map(inner) };
      case 'unary':
        return { ...expression, operand: inner(expression.operand) };
      case 'binary':
      case 'logical':
        return { ...expression, left: inner(expression.left), right: inner(expression.right) };
      case 'conditional':
        return { ...expression, test: inner(expression.test), then: inner(expression.then), otherwise: inner(expression.otherwise) };
      default:
        return unreachable(expression);
    }
  }

  private view(of: EncodedExpression, name: string, isOptional: boolean): EncodedExpression {
    return { kind: 'field', of, name, slot: this.slot('view', name), isOptional };
  }

  /** Which parts of values are read, by where the values come from. */
  private addNeeds(expression: EncodedExpression, variables: readonly { readonly domain: EncodedDomain }[]): void {
    const need = (of: EncodedExpression, needs: number): void => {
      const part = (name: string): EncodedExpression => of[name] as EncodedExpression;
      switch (of['kind']) {
        case 'field':
          return this.slotNeeds(of['slot'] as number, needs);
        case 'element':
          return need(part('of'), elementNeed(needs) | Needs.contents);
        case 'entry':
          return need(part('view'), elementNeed(needs) | Needs.contents);
        case 'logical':
          need(part('left'), needs);
          return need(part('right'), needs);
        case 'conditional':
          need(part('then'), needs);
          return need(part('otherwise'), needs);
      }
      // What else there is makes no objects.
      if (of['kind'] !== 'variable') return;
      const domain = variables[of['variable'] as number]?.domain;
      if (domain?.kind === 'set') this.setNeeds(domain.set, needs);
      else if (domain !== undefined) need(domain.of, elementNeed(needs) | Needs.contents);
    };
    const visit = (part: EncodedExpression): void => {
      if (part['kind'] === 'field') need(part['of'] as EncodedExpression, fieldNeed(part['slot'] as number));
      if (part['kind'] === 'entry') need(part['view'] as EncodedExpression, Needs.contents);
      if (part['kind'] === 'has' || part['kind'] === 'quantified') need(part['of'] as EncodedExpression, Needs.contents);
      if (part['kind'] === 'size') need(part['of'] as EncodedExpression, Needs.contents | fieldNeed(part['slot'] as number));
      for (const value of Object.values(part))
        for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value])
          if (typeof each === 'object' && each !== null) visit(each as EncodedExpression);
    };
    visit(expression);
    for (const { domain } of variables) if (domain.kind === 'elements') need(domain.of, Needs.contents);
  }

  private slotNeeds(slot: number, needs: number): void {
    const known = this.slots[slot];
    if (known !== undefined) known.needs |= needs;
  }

  private setNeeds(set: number, needs: number): void {
    const known = this.sets[set];
    if (known !== undefined) known.needs |= needs;
  }

  private slot(kind: SlotToRun['kind'], name: string): number {
    const file = kind === 'state' ? this.file : -1;
    const known = this.slots.findIndex(({ about }) => about.kind === kind && about.name === name && about.file === file);
    if (known >= 0) return known;
    return this.slots.push({ about: { kind, name, file }, needs: 0 }) - 1;
  }

  private set(kind: SetToRun['kind'], name: string, id = -1, file = this.file): number {
    const known = this.sets.findIndex(({ about }) => about.kind === kind && about.name === name && about.id === id && about.file === file);
    if (known >= 0) return known;
    return this.sets.push({ about: { kind, id, file, name }, needs: kind === 'tracked' ? Needs.contents : 0 }) - 1;
  }

  private classSet(of: ClassReference): number {
    const id = this.classId(of);
    return this.set('class', this.classes[id]?.shown.name ?? '', id, -1);
  }

  private classId(of: ClassReference): number {
    const place =
      of.kind === 'global' ? { paths: [], folder: null, builtin: null, name: of.name } : classPlace(of.from, of.name, this.path);
    const key = JSON.stringify([of.kind, place]);
    const known = this.classes.findIndex((one) => one.key === key);
    if (known >= 0) return known;
    const id = this.classes.length;
    const { paths, folder, builtin, name } = place;
    const shown = { name: of.name, isGlobal: of.kind === 'global', builtin };
    const { names, areOpen } = superClasses(paths, name);
    this.classes.push({ key, shown, watched: { id, paths, folder, name, supers: names, mayExtendAny: areOpen } });
    return id;
  }

  private siteSet(file: string, line: number): number {
    const set = this.set('site', `${file}:${line}`, -1, -1);
    if (!this.sites.some((one) => one.set === set)) this.sites.push({ set, paths: namesOf(resolve(this.settings.cwd, file)), line });
    return set;
  }

  private pattern({ kind, index, metavariables, shape, moments, inside }: PatternText): PatternToRun {
    const id = this.patterns.length;
    this.patterns.push({
      id,
      rule: this.rules,
      kind,
      shape,
      metavariables: metavariables.map(({ name }) => name),
      moments,
      file: inside?.file ?? null,
      line: inside?.line ?? null,
      className: inside?.className ?? null,
      functionName: inside?.functionName ?? null,
    });
    return {
      id,
      kind,
      index,
      moments,
      metavariables: metavariables.map(({ name, of, type }) => ({ name, classId: of === null ? null : this.classId(of), type })),
    };
  }
}

/** JSON has neither NaN nor bigints: an expression makes them. */
function encodedLiteral(value: undefined | null | boolean | number | string | bigint): EncodedExpression {
  if (typeof value === 'bigint')
    return { kind: 'pure', name: 'BigInt', operands: [{ kind: 'literal', value: String(value) }], isOptional: false };
  if (typeof value === 'number' && !Number.isFinite(value))
    return { kind: 'pure', name: 'Number', operands: [{ kind: 'literal', value: String(value) }], isOptional: false };
  return { kind: 'literal', value };
}

/** Views of containers, by the names of their slots. */
const viewNames = { keys: 'keys()', values: 'values()', each: '[...]' } as const;

/** What the elements must pass that the variables of a rule stand for. */
function tests({ variables }: RuleText): readonly RuleExpression[] {
  return variables.flatMap(({ domain }) => (domain.kind === 'elements' && domain.test !== null ? [domain.test] : []));
}

const both = (left: RuleExpression, right: RuleExpression): RuleExpression => ({ kind: 'logical', operator: '&&', left, right });
