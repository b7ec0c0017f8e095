import type { CodeLens } from 'vscode-languageserver';
import type { MatchPlace } from '../check/rules/programOfRules.js';
import type { CheckedPattern } from '../check/rules/rulesCheck.js';
import type { CheckedDocument } from './documentChecks.js';
import { plainRange } from './documentText.js';
import type { OpenDocuments } from './documents.js';
import { commands, label, type Location } from './protocol.js';
import type { KnownProgram } from './rulesPrograms.js';

/** The lenses of a rules file: above a rule what runs with it, above a pattern how often it matches. */
export function rulesLenses({ document, content, rules }: CheckedDocument, program: KnownProgram, documents: OpenDocuments): CodeLens[] {
  if (rules === null) return [];
  return rules.rules.flatMap(({ name, span, isFaulty, isProved, patterns }) => {
    const range = content.rangeAt({ start: span.start, end: span.start });
    const title = 'Run with this rule';
    const run = { range, command: { title, command: commands.runWithRule, arguments: [document.uri, name] } };
    const counted = patterns.flatMap((pattern): CodeLens[] => {
      const places = program.matches(pattern.text);
      // What a form of the library becomes stands nowhere.
      if (places === null || pattern.span.start === span.start) return [];
      const at = content.rangeAt({ start: pattern.span.start, end: pattern.span.start });
      const locations = places.map((place) => locationOf(place, documents));
      const shown = { command: places.length === 0 ? '' : commands.showMatches, arguments: [document.uri, at.start, locations] };
      return [{ range: at, command: { title: label(countText(pattern, places.length)), ...shown } }];
    });
    const proved = isProved ? [{ range, command: { title: label('holds in every run'), command: '' } }] : [];
    return isFaulty ? counted : [run, ...proved, ...counted];
  });
}

function countText({ text }: CheckedPattern, count: number): string {
  if (count === 0) return 'matches no place';
  const places = count === 1 ? '1 place' : `${count.toLocaleString('en')} places`;
  // Of what kind a value is, is known when the program runs.
  const isTyped = text.metavariables.some(({ of, type }) => of !== null || type !== null);
  return `${isTyped ? 'may match' : 'matches'} ${places}`;
}

function locationOf({ file, line, column, endLine, endColumn, span }: MatchPlace, documents: OpenDocuments): Location {
  const content = documents.ofFile(file)?.content;
  return { uri: documents.uriOf(file), range: content?.rangeAt(span) ?? plainRange({ line, column, endLine, endColumn }) };
}
