import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

/** The window's components, also by the rules that need types. Everything else is linted by oxlint. */
export default tseslint.config(...tseslint.configs.recommendedTypeChecked, ...svelte.configs.recommended, {
  files: ['**/*.svelte'],
  languageOptions: {
    parserOptions: {
      parser: tseslint.parser,
      projectService: true,
      tsconfigRootDir: new URL('..', import.meta.url).pathname,
      extraFileExtensions: ['.svelte'],
    },
  },
  rules: {
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/only-throw-error': 'error',
    'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    'max-params': ['error', 4],
  },
});
