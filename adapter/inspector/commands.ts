import type { Debugger, NodeWorker, Runtime } from 'node:inspector';

interface Nothing {
  readonly [name: string]: never;
}

/** The commands of V8's inspector: [parameters, answer]. What @types/node does not know of is written out. */
export interface Commands {
  'Runtime.enable': [Nothing, Nothing];
  'Runtime.runIfWaitingForDebugger': [Nothing, Nothing];
  'Runtime.evaluate': [EvaluateParameters, Runtime.EvaluateReturnType];
  'Runtime.callFunctionOn': [Runtime.CallFunctionOnParameterType & { throwOnSideEffect?: boolean }, Runtime.CallFunctionOnReturnType];
  'Runtime.getProperties': [
    Runtime.GetPropertiesParameterType & { nonIndexedPropertiesOnly?: boolean },
    Runtime.GetPropertiesReturnType & { privateProperties?: readonly PrivateProperty[] },
  ];
  'Runtime.globalLexicalScopeNames': [Runtime.GlobalLexicalScopeNamesParameterType, Runtime.GlobalLexicalScopeNamesReturnType];
  'Runtime.releaseObjectGroup': [Runtime.ReleaseObjectGroupParameterType, Nothing];
  'Debugger.enable': [{ maxScriptsCacheSize?: number }, Debugger.EnableReturnType];
  'Debugger.disable': [Nothing, Nothing];
  'Debugger.resume': [{ terminateOnResume?: boolean }, Nothing];
  'Debugger.pause': [Nothing, Nothing];
  'Debugger.stepInto': [Debugger.StepIntoParameterType, Nothing];
  'Debugger.stepOver': [Nothing, Nothing];
  'Debugger.stepOut': [Nothing, Nothing];
  'Debugger.restartFrame': [Debugger.RestartFrameParameterType & { mode?: 'StepInto' }, Nothing];
  'Debugger.setBreakpoint': [Debugger.SetBreakpointParameterType, Debugger.SetBreakpointReturnType];
  'Debugger.setBreakpointByUrl': [Debugger.SetBreakpointByUrlParameterType, Debugger.SetBreakpointByUrlReturnType];
  'Debugger.setBreakpointOnFunctionCall': [{ objectId: string; condition?: string }, { breakpointId: string }];
  'Debugger.removeBreakpoint': [Debugger.RemoveBreakpointParameterType, Nothing];
  'Debugger.getPossibleBreakpoints': [Debugger.GetPossibleBreakpointsParameterType, Debugger.GetPossibleBreakpointsReturnType];
  'Debugger.setInstrumentationBreakpoint': [
    { instrumentation: 'beforeScriptExecution' | 'beforeScriptWithSourceMapExecution' },
    { breakpointId: string },
  ];
  'Debugger.setPauseOnExceptions': [Debugger.SetPauseOnExceptionsParameterType, Nothing];
  'Debugger.setAsyncCallStackDepth': [Debugger.SetAsyncCallStackDepthParameterType, Nothing];
  'Debugger.setBlackboxPatterns': [Debugger.SetBlackboxPatternsParameterType, Nothing];
  'Debugger.setBlackboxedRanges': [Debugger.SetBlackboxedRangesParameterType, Nothing];
  'Debugger.getScriptSource': [Debugger.GetScriptSourceParameterType, Debugger.GetScriptSourceReturnType];
  'Debugger.getStackTrace': [Debugger.GetStackTraceParameterType, Debugger.GetStackTraceReturnType];
  'Debugger.evaluateOnCallFrame': [EvaluateOnFrameParameters, Debugger.EvaluateOnCallFrameReturnType];
  'Debugger.setVariableValue': [Debugger.SetVariableValueParameterType, Nothing];
  'NodeWorker.enable': [NodeWorker.EnableParameterType, Nothing];
  'NodeWorker.sendMessageToWorker': [NodeWorker.SendMessageToWorkerParameterType, Nothing];
  'NodeWorker.detach': [NodeWorker.DetachParameterType, Nothing];
  'NodeRuntime.notifyWhenWaitingForDisconnect': [{ enabled: boolean }, Nothing];
}

type EvaluateParameters = Runtime.EvaluateParameterType & {
  throwOnSideEffect?: boolean;
  replMode?: boolean;
  timeout?: number;
  disableBreaks?: boolean;
};
type EvaluateOnFrameParameters = Debugger.EvaluateOnCallFrameParameterType;

export interface PrivateProperty {
  readonly name: string;
  readonly value?: Runtime.RemoteObject;
  readonly get?: Runtime.RemoteObject;
  readonly set?: Runtime.RemoteObject;
}

/** The events that V8's inspector sends by itself. */
export interface Events {
  'Debugger.scriptParsed': Debugger.ScriptParsedEventDataType;
  'Debugger.paused': Debugger.PausedEventDataType;
  'Debugger.resumed': Nothing;
  'Debugger.breakpointResolved': Debugger.BreakpointResolvedEventDataType;
  'Runtime.consoleAPICalled': Runtime.ConsoleAPICalledEventDataType;
  'Runtime.exceptionThrown': Runtime.ExceptionThrownEventDataType;
  'Runtime.executionContextDestroyed': { readonly executionContextId: number };
  'NodeWorker.attachedToWorker': NodeWorker.AttachedToWorkerEventDataType;
  'NodeWorker.detachedFromWorker': NodeWorker.DetachedFromWorkerEventDataType;
  'NodeWorker.receivedMessageFromWorker': NodeWorker.ReceivedMessageFromWorkerEventDataType;
  'NodeRuntime.waitingForDisconnect': Nothing;
}
