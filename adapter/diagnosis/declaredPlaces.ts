import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { LineMap } from '../../server/base/span.js';
import { beforeMocksFirst, plainScript, plainScriptMap, withMocksFirst } from '../../server/syntax/diagnosis/plainScript.js';
import { placeAround, testPlaces, type TestPlace } from '../../server/syntax/diagnosis/testPlaces.js';
import { columnsBefore } from '../tests/moduleText.js';
import type { ScriptPlace } from '../tests/scriptPlaces.js';
import type { TestOutcome } from '../tests/testMessages.js';
import { madeName, type ProgramModule, type TestedProgram } from './testedProgram.js';

type Declared = Pick<TestOutcome, 'file' | 'places'>;

/** Where in its text a file declares its tests: as its run has shown, for calls and loops may declare several at one place. */
export class DeclaredPlaces {
  private readonly lines: LineMap;
  private readonly places: readonly TestPlace[];
  private readonly plain: string;
  private readonly plainLines: LineMap;
  private readonly scriptLines: LineMap;
  /** From the script to the text, one behind the other. */
  private readonly maps: readonly TraceMap[];

  constructor(
    private readonly path: string,
    { text, made }: Pick<ProgramModule, 'text' | 'made'>,
  ) {
    const [code, name] = made === null ? [text, path] : [made.code, madeName(path)];
    this.lines = new LineMap(text);
    this.places = testPlaces(text, path);
    this.plain = plainScript(code, name);
    this.plainLines = new LineMap(this.plain);
    this.scriptLines = new LineMap(withMocksFirst(this.plain));
    this.maps = [plainScriptMap(code, name), ...(made === null || made.map === '' ? [] : [made.map])].map((map) => new TraceMap(map));
  }

  /** Those of a module of a program; of none, where it has no such module. */
  static of({ modules }: Pick<TestedProgram, 'modules'>, path: string): DeclaredPlaces {
    return new DeclaredPlaces(path, modules.get(path) ?? { text: '', made: null });
  }

  /** The line that a person would call the test's. */
  lineOf(test: Declared): number {
    const [innermost] = this.written(test);
    if (innermost === undefined) return 1;
    const place = placeAround(this.places, innermost);
    // A call that declares a test elsewhere is no suite around it.
    return place === null || place.isSuite ? this.lineAt(innermost) : this.lineAt(place.span.start);
  }

  /** The line of the text that a place in its script comes from; null where it comes from none. */
  lineIn(place: ScriptPlace): number | null {
    const [offset] = this.written({ file: this.path, places: [place] });
    return offset === undefined ? null : this.lineAt(offset);
  }

  /** Whether a line is in the test, in a suite around it, or calls what declares it. */
  isAt(test: Declared, line: number): boolean {
    if (test.file !== this.path) return false;
    const around = this.placeAt(line);
    if (around === null) return this.written(test).some((offset) => this.lineAt(offset) === line);
    return this.written(test).some((offset) => around.span.start <= offset && offset < around.span.end);
  }

  /** The innermost place that a line is in. */
  private placeAt(line: number): TestPlace | null {
    return this.places.findLast(({ span }) => this.lineAt(span.start) <= line && line <= this.lineAt(span.end)) ?? null;
  }

  private lineAt(offset: number): number {
    return this.lines.positionOf(offset).line;
  }

  /** Where the text of the file was when it declared the test, the innermost call first. */
  private written({ places }: Declared): readonly number[] {
    return places.flatMap(({ line, column }: ScriptPlace): readonly number[] => {
      const own = line === 1 ? column - columnsBefore : column;
      // What was put into a line made it longer.
      const inLine = Math.min(
        this.scriptLines.offsetOf({ line, column: own }),
        this.scriptLines.offsetOf({ line: line + 1, column: 1 }) - 1,
      );
      const at = this.plainLines.positionOf(beforeMocksFirst(this.plain, inLine));
      let found: { readonly line: number; readonly column: number } | null = { line: at.line, column: at.column - 1 };
      for (const map of this.maps) {
        const before: ReturnType<typeof originalPositionFor> | null = found === null ? null : originalPositionFor(map, found);
        found = before === null || before.line === null ? null : before;
      }
      return found === null ? [] : [this.lines.offsetOf({ line: found.line, column: found.column + 1 })];
    });
  }
}
