/** The environment of an `npm install` that a test needs: with the certificates that tests do without (`scripts/test.mjs`). */
export function npmEnvironment() {
  const certificates = process.env['WHENCE_TEST_CERTIFICATES'];
  return { ...process.env, ...(certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates }) };
}
