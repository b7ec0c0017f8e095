import type { Debugger } from 'node:inspector';
import type { Breakpoints } from './breakpoints.js';
import type { NecessaryConditions } from './conditions/necessaryConditions.js';
import { isFileUrl, isInPackage, nameOf, ownScript, quietScript, type SkipList } from './skipping.js';
import type { Script, ScriptSettings } from './script.js';

import type { Target } from './target.js';

interface Entry {
  /** The path of the script; null: the first one outside packages. */
  readonly program: string | null;
  /** Once the script has been met, its first statement is stepped to. */
  script: Script | null;
  stepsLeft: number;
}

/**
 * Has scripts wait before they run, so that breakpoints in the sources that they were made of are set in time. V8 does so for ES modules;
 * CommonJS modules it does not see, so a function of ours stops between their compilation and their run.
 */
export class Loading {
  private readonly entries = new Map<Target, Entry>();
  private readonly instrumentations = new Map<Target, string>();
  private readonly stopping = new Set<Target>();

  constructor(
    private readonly breakpoints: Breakpoints,
    private readonly skipList: SkipList,
    private readonly conditions: NecessaryConditions,
    /** Whether V8 is to tell of throws in what is skipped. */
    private readonly seesSkipped: () => boolean,
  ) {}

  /** `entry`: also stops before the first statement of the program. */
  async watch(
    target: Target,
    { areMapsUsed, areProbed }: Pick<ScriptSettings, 'areMapsUsed' | 'areProbed'>,
    entry: { readonly program: string | null } | null,
  ): Promise<void> {
    const areAllWaitedFor = this.conditions.isOn;
    const isEachCommonJs = areAllWaitedFor || areProbed;
    if (!areMapsUsed && entry === null && !isEachCommonJs) return;
    if (areAllWaitedFor) this.stopping.add(target);
    if (entry !== null) this.entries.set(target, { ...entry, script: null, stepsLeft: mostSteps });
    const wanted = entry === null ? 'null' : JSON.stringify(entry.program ?? true);
    const expression = `${commonJsWatch}(${areMapsUsed},${wanted},${isEachCommonJs})\n//# sourceURL=${ownScript}`;
    await target.client.send('Runtime.evaluate', { expression, silent: true, disableBreaks: true }); // first: it would wait itself
    const instrumentation = entry === null && !areAllWaitedFor ? 'beforeScriptWithSourceMapExecution' : 'beforeScriptExecution';
    const { breakpointId } = await target.client.send('Debugger.setInstrumentationBreakpoint', { instrumentation });
    this.instrumentations.set(target, breakpointId);
  }

  /** The script that waits to run, if that is why the target waits. */
  waiting(target: Target, { reason, data, callFrames: [frame] }: Debugger.PausedEventDataType): Script | 'unknown' | null {
    const { scriptId } = (data ?? {}) as { readonly scriptId?: string };
    if (reason === 'instrumentation') return target.script(scriptId ?? '') ?? 'unknown';
    if (frame?.functionName !== loadingFunction || target.script(frame.location.scriptId)?.url !== ownScript) return null;
    return [...target.scripts.values()].findLast(({ url }) => isFileUrl(url)) ?? 'unknown';
  }

  /** Whether a pause is for us alone: before a script runs, or on the way to the first statement. */
  isOwnPause(target: Target, pause: Debugger.PausedEventDataType): boolean {
    if (this.waiting(target, pause) !== null) return true;
    const script = this.entries.get(target)?.script ?? null;
    return script !== null && pause.callFrames[0]?.location.scriptId !== script.id;
  }

  /** Sets what is to be stopped at in a script that has not run; true: its first statement is being stepped to. */
  async prepare(script: Script): Promise<boolean> {
    const { target } = script;
    if (script.isBoundByPlace) await this.breakpoints.bindScript(script);
    if (script.hasMap) await this.skip(script);
    await this.conditions.prepare(script);
    const entry = this.entries.get(target);
    if (entry === undefined || entry.script !== null || !this.isEntry(script, entry)) return false;
    entry.script = script;
    await this.unwatchEntry(target);
    // What lies between us and the script is Node's own.
    await target.client.send('Debugger.setBlackboxPatterns', { patterns: ['^node:', ownScript, quietScript] });
    await target.go('Debugger.stepInto');
    return true;
  }

  /** Whether the target waits before its first statement, or (`nearing`) has been sent further on the way there. */
  async entryState(target: Target, { callFrames: [frame] }: Debugger.PausedEventDataType): Promise<'none' | 'nearing' | 'there'> {
    const entry = this.entries.get(target);
    if (entry === undefined || entry.script === null) return 'none';
    if (frame?.location.scriptId !== entry.script.id && entry.stepsLeft-- > 0) {
      await target.go('Debugger.stepInto');
      return 'nearing';
    }
    this.entries.delete(target);
    await target.client.send('Debugger.setBlackboxPatterns', { patterns: [quietScript] });
    return 'there';
  }

  forget(target: Target): void {
    this.entries.delete(target);
    this.instrumentations.delete(target);
    this.stopping.delete(target);
  }

  /** Whether every script of a target waits before it runs, not only those with source maps. */
  isEachWaitedFor(target: Target): boolean {
    return this.stopping.has(target);
  }

  /** Tells V8 what of a script is to be skipped. */
  async skip(script: Script): Promise<void> {
    const ranges = this.seesSkipped() ? [] : this.skipList.rangesOf(script.name, script.map);
    const positions = ranges.map(({ line, column }) => ({ lineNumber: line, columnNumber: column }));
    await script.target.client.send('Debugger.setBlackboxedRanges', { scriptId: script.id, positions }).catch(() => {});
  }

  /** From now on only scripts with source maps wait. */
  private async unwatchEntry(target: Target): Promise<void> {
    if (this.stopping.has(target)) return;
    const breakpointId = this.instrumentations.get(target);
    if (breakpointId === undefined) return;
    await target.client.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {});
    await target.client.send('Debugger.setInstrumentationBreakpoint', { instrumentation: 'beforeScriptWithSourceMapExecution' });
  }

  private isEntry(script: Script, { program }: Entry): boolean {
    if (!isFileUrl(script.url) || this.skipList.isSkipped(script.name)) return false;
    return program === null ? !isInPackage(script.name) : nameOf(script.url) === program;
  }
}

/** How many functions of Node's own may lie between a module's compilation and its run. */
const mostSteps = 500;

const loadingFunction = 'whenceBeforeRun';

/** Node reads a module's `exports` between compiling and running it: there a getter stops, once, for texts that name a source map. */
const commonJsWatch = `(function(areMapsUsed,entry,isEach){
  const Module=globalThis.process?.getBuiltinModule?.('module');
  if(!Module)return;
  const compile=Module.prototype._compile;
  Module.prototype._compile=function(content,filename){
    const isOutside=!/[\\\\/]node_modules[\\\\/]/.test(filename);
    const isEntry=entry===true?isOutside:entry===filename;
    if(!isEntry&&!(isEach&&isOutside)&&!(areMapsUsed&&typeof content==='string'&&content.includes('sourceMappingURL=')))return Reflect.apply(compile,this,arguments);
    if(isEntry)entry=null;
    let exports=this.exports;
    const restore=()=>Object.defineProperty(this,'exports',{value:exports,writable:true,enumerable:true,configurable:true});
    const ${loadingFunction}=()=>{debugger};
    Object.defineProperty(this,'exports',{enumerable:true,configurable:true,
      get(){restore();${loadingFunction}();return exports},set(value){exports=value;restore()}});
    return Reflect.apply(compile,this,arguments)}})`;
