import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPerCatalog } from '#contract/catalogs/all.ts';
import { DOCUMENTS, DOCUMENT_KINDS, type DocumentKind, documentActivityAction } from '#contract/documents.ts';
import { PATIENT_DATA_FIELD_NAMES } from '#contract/records/evaluation/patient-fields.ts';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { SETTING_NAMES } from '#server/platform/settings/read.ts';
import { ROOT, backtickedTexts } from './pages.ts';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** Recipes of CONTRIBUTING.md by title. */
const recipes = new Map(
  textOf('CONTRIBUTING.md')
    .split('## Recipes')[1]
    ?.split(/^### /m)
    .slice(1)
    .map((recipe) => [recipe.split('\n')[0] ?? '', recipe]),
);
const requireRecipe = (title: string): string => {
  const found = recipes.get(title);
  if (found === undefined) throw new Error(`CONTRIBUTING.md has no recipe '${title}'`);
  return found;
};

/** Returns the files that a recipe names, except tests, which only compare the other files. */
const findRecipeFiles = (text: string): string[] =>
  backtickedTexts(text).filter((named) =>
    /^(?:contract|domain|server|src|deploy|docs)\/\S+\.\w+$/.test(named),
  );
const stepNumbersIn = (text: string): string[] => text.match(/^\d+\. /gm) ?? [];

const PROGRAM_FOLDERS = ['contract', 'domain', 'server', 'src', 'sw', 'scripts'];
const programFiles = PROGRAM_FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs|js)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(folder, file)),
);

const findNamedMembers = (file: string, members: readonly string[]): string[] => {
  const text = textOf(file);
  return members.filter((member) => new RegExp(`(?<!\\w)${member}(?!\\w)`).test(text));
};

interface RecipeCheck {
  readonly title: string;
  /**
   * Names of all existing examples of what the recipe adds, such as all permissions, in each spelling that a hand-written list
   * could use.
   */
  readonly spellings: readonly (readonly string[])[];
  /** Further names of the examples, for files that name them only in texts. A file outside the recipe may contain all of them. */
  readonly words?: readonly string[];
  /** Files that may list all examples although the recipe does not name them. The compiler reports a missing example there. */
  readonly required?: readonly string[];
}
const mapDocumentKinds = (name: (kind: DocumentKind) => string): string[] => DOCUMENT_KINDS.map(name);
const catalogs = Object.values(buildPerCatalog((definition, name) => ({ ...definition, name })));
const RECIPE_CHECKS: readonly RecipeCheck[] = [
  {
    title: 'A catalogue',
    spellings: [
      catalogs.map(({ name }) => name),
      catalogs.map(({ key }) => key),
      catalogs.map(({ path: address }) => address.slice(1)),
      catalogs.map(({ calls }) => `list${calls.many}`),
    ],
    words: ['NotePhrase'],
  },
  {
    title: 'A field of the patient',
    spellings: [PATIENT_DATA_FIELD_NAMES],
    required: ['server/demo/workers.ts'],
  },
  { title: 'A permission', spellings: [PERMISSIONS] },
  { title: 'A setting', spellings: [SETTING_NAMES] },
  {
    title: 'A document about an evaluation',
    spellings: [
      mapDocumentKinds((kind) => `${kind}:`),
      mapDocumentKinds((kind) => DOCUMENTS[kind].call),
      mapDocumentKinds((kind) => DOCUMENTS[kind].path),
      mapDocumentKinds(documentActivityAction),
      mapDocumentKinds((kind) => DOCUMENT_DESCRIPTIONS[kind].fileName),
      mapDocumentKinds((kind) => DOCUMENT_DESCRIPTIONS[kind].button),
    ],
    words: mapDocumentKinds((kind) => DOCUMENT_DESCRIPTIONS[kind].name),
  },
];
const COMPLETE_RECIPE_CHECKS = RECIPE_CHECKS.filter(({ title }) => title !== 'A field of the patient');

describe('P10.372 recipes of CONTRIBUTING.md', () => {
  it.each(RECIPE_CHECKS)(
    'each file that the recipe $title lists contains the name of an existing example, such as an existing permission',
    ({ title, spellings, words = [] }) => {
      const files = findRecipeFiles(requireRecipe(title));
      expect(files.length).toBeGreaterThan(0);
      expect(
        files.filter((file) => findNamedMembers(file, [...spellings.flat(), ...words]).length === 0),
      ).toEqual([]);
    },
  );

  it.each(RECIPE_CHECKS)(
    'no program file outside the recipe $title contains all existing names, such as the names of all permissions',
    ({ title, spellings, required = [] }) => {
      const allowed = [...findRecipeFiles(requireRecipe(title)), ...required];
      const isList = (file: string) =>
        spellings.some((members) => findNamedMembers(file, members).length === members.length);
      expect(programFiles.filter((file) => !allowed.includes(file) && isList(file))).toEqual([]);
    },
  );

  it.each(COMPLETE_RECIPE_CHECKS)(
    'the recipe $title has at most four steps and no mark (!), the mark of a step whose omission neither compiler nor tests detect',
    ({ title }) => {
      expect(stepNumbersIn(requireRecipe(title)).length).toBeLessThanOrEqual(4);
      expect(requireRecipe(title)).not.toContain('(!)');
    },
  );

  it.each(PERMISSIONS)('a screen depends on the permission %s', (permission) => {
    const screens = programFiles.filter((file) => file.startsWith('src/'));
    expect(screens.filter((file) => textOf(file).includes(`'${permission}'`))).not.toEqual([]);
  });

  it('the check of a recipe detects a file that contains no existing name', () => {
    expect(findNamedMembers('contract/vocabulary.ts', PERMISSIONS)).toEqual(PERMISSIONS);
    expect(findNamedMembers('contract/limits.ts', PERMISSIONS)).toEqual([]);
  });
});
