import { builtinFacts } from '../../builtins/facts.js';
import { intrinsics, isIntrinsic, type Intrinsic } from '../../ir/expression.js';

/**
 * Names that stand for standard objects of ECMAScript and Node.js when the module neither declares nor assigns them.
 * `undefined`, `NaN` and `Infinity` are constants instead.
 */
const names = `
  globalThis global Object Function Boolean Symbol Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
  Number BigInt Math Date String RegExp Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  Float16Array Float32Array Float64Array BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator
  ArrayBuffer SharedArrayBuffer DataView Atomics JSON Promise Reflect Proxy Intl WebAssembly
  eval isNaN isFinite parseInt parseFloat decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  process console Buffer setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone
  URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal Event EventTarget MessageChannel MessagePort MessageEvent
  performance fetch Headers Request Response FormData Blob File crypto Crypto CryptoKey SubtleCrypto DOMException BroadcastChannel
  ReadableStream WritableStream TransformStream CompressionStream DecompressionStream atob btoa navigator WebSocket
`;

export const standardGlobals: ReadonlySet<string> = new Set(names.trim().split(/\s+/));

/** Names that Node's CommonJS wrapper passes to a module. */
export const moduleWrapperNames: ReadonlySet<string> = new Set(['module', 'exports', 'require', '__filename', '__dirname']);

/** The intrinsic of that name when it takes that number of arguments; others are ordinary calls of the built-in. */
export function intrinsicNamed(name: string, argumentCount: number): Intrinsic | null {
  const count = isIntrinsic(name) ? builtinFacts.get(name)?.intrinsic : undefined;
  return isIntrinsic(name) && count !== undefined && argumentCount >= count.least && argumentCount <= count.most ? name : null;
}

/** These neither throw nor convert, whatever their operands are. */
export const harmlessIntrinsics: ReadonlySet<Intrinsic> = new Set(intrinsics.filter((name) => builtinFacts.get(name)?.throws === 'never'));
