import type { DebugProtocol } from '@vscode/debugprotocol';
import { exceptionFilters } from './exceptions.js';

/** The response to `initialize`: what the client may ask of us. docs/debugAdapter.md lists it. */
export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsFunctionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsExceptionOptions: false,
  supportsExceptionFilterOptions: true,
  supportsExceptionInfoRequest: true,
  exceptionBreakpointFilters: [...exceptionFilters],
  supportsEvaluateForHovers: true,
  supportsClipboardContext: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsDelayedStackTraceLoading: true,
  supportsValueFormattingOptions: false,
  supportsRestartRequest: true,
  supportsRestartFrame: true,
  supportsStepInTargetsRequest: true,
  supportsStepBack: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportsLoadedSourcesRequest: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.', '[', '"', "'"],
  supportsSingleThreadExecutionRequests: true,
  supportsCancelRequest: true,
  supportsANSIStyling: true,
};

/** What differs where a recording is opened: nothing can be changed, and control goes to any time. */
export const recordingCapabilities: DebugProtocol.Capabilities = {
  supportsSetVariable: false,
  supportsSetExpression: false,
  supportsRestartFrame: false,
  supportsStepInTargetsRequest: false,
  supportsGotoTargetsRequest: true,
  supportsTerminateRequest: false,
};
