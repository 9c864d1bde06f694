import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';

/** The window's components; everything else is linted by oxlint, which is faster and does not read them whole. */
export default tseslint.config(...svelte.configs.recommended, {
  files: ['**/*.svelte'],
  languageOptions: { parserOptions: { parser: tseslint.parser } },
});
