import { setFlagsFromString } from 'node:v8';

/** The versions of V8 that are known to have the flag: others would say on standard error that they have not. */
const knownVersions = { first: 11, last: 13 };
/** That of Node 20, which has nothing between its interpreter and what is optimised in full. */
const withoutMiddle = 11;

/**
 * To be called before a thread that analyses is started. The analysis is flat: no few of its functions take most of its time, so that V8
 * optimises thousands, each time with all that it may put into them. That took half of a check's processor time, beside the analysis and
 * before optimised code was ready; with less than half of it inlined (400 bytes of bytecode for one function instead of 920), the analysis
 * itself is as fast and a check takes a sixth less. What a function of V8 does is not changed. In Node 20 a function is to run four times as
 * long before it is optimised: that takes another eighth.
 */
export function prepareEngine(): void {
  const version = Number.parseInt(process.versions.v8, 10);
  if (version < knownVersions.first || version > knownVersions.last) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=400');
  if (version === withoutMiddle) setFlagsFromString(`--interrupt-budget=${4 * 67_584}`);
}
