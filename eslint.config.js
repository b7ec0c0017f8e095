import tseslint from 'typescript-eslint';

/** Types are TypeScript's business (`npm run build`); these rules need none, so that linting stays quick. */
export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.cache/', 'examples/', 'test/programs/'] },
  tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      eqeqeq: 'error',
      'no-console': 'off',
      'no-else-return': 'error',
      'no-fallthrough': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
);
