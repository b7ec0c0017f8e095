import type { DebugProtocol } from '@vscode/debugprotocol';
import { exceptionFilters } from './exceptions.js';

/** What the client may ask of us. */
export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsFunctionBreakpoints: true,
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
