/** The environment of an `npm install` in a test: with the certificates that tests do without (`scripts/test.mjs`). */
export function npmEnvironment(): NodeJS.ProcessEnv {
  const certificates = process.env['WHENCE_TEST_CERTIFICATES'];
  return { ...process.env, ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }) };
}
