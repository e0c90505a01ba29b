import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findPixelProblems, findStyleProblems } from '../../scripts/lint/styles.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** Returns the complaints about a valid component and its stylesheet, together with the files in `others`. */
const findSampleStyleProblems = (others: Readonly<Record<string, string>>): readonly string[] =>
  findStyleProblems(
    new Map(
      Object.entries({
        'src/features/a/box.tsx':
          "import './box.css'; export const Box = () => <i className={`box box-${kind}`} />;",
        'src/features/a/box.css': '.box > button { margin: 0 } @media print { .box-open { display: none } }',
        ...others,
      }),
    ),
  );

it('the style check accepts a component with its own stylesheet', () => {
  expect(findSampleStyleProblems({})).toEqual([]);
});

it.each<[fault: string, others: Readonly<Record<string, string>>, complaint: RegExp]>([
  [
    'a class is styled in two files',
    {
      'src/features/b/row.tsx': "import './row.css'; export const Row = () => <i className='row' />;",
      'src/features/b/row.css': '.row { color: red } .row .box { color: blue }',
    },
    /^\.box is styled in src\/features\/a\/box\.css and in src\/features\/b\/row\.css$/,
  ],
  [
    'a file is imported from two modules',
    { 'src/features/b/row.tsx': "import '#features/a/box.css';" },
    /^src\/features\/a\/box\.css is imported from 2 modules: /,
  ],
  [
    'a file is imported from none',
    { 'src/features/b/old.css': 'i { margin: 0 }' },
    /old\.css is imported from 0 modules/,
  ],
  [
    'a file is that of a folder',
    { 'src/features/b/row.tsx': "import './rows.css';", 'src/features/b/rows.css': 'i { margin: 0 }' },
    /rows\.css is not the style of src\/features\/b\/row\.tsx/,
  ],
  [
    'no module names a class',
    { 'src/features/a/box.css': '.box { margin: 0 } .gone { margin: 0 }' },
    /box\.css styles \.gone, which no module names/,
  ],
  [
    'a class is that of another component',
    {
      'src/features/a/box.css': '.box .row { margin: 0 }',
      'src/features/b/row.tsx': "export const Row = () => <Box classNames={{ root: 'row' }} />;",
    },
    /box\.css styles \.row of src\/features\/b\/row\.tsx/,
  ],
  [
    'another component names a class',
    { 'src/features/b/row.tsx': "export const Row = () => <i className={open ? 'box' : undefined} />;" },
    /^\.box of src\/features\/a\/box\.css is named by /,
  ],
  [
    'a feature styles a class of Mantine',
    { 'src/features/a/box.css': '.box .mantine-Button-root { margin: 0 }' },
    /box\.css styles \.mantine-Button-root: give the control a separate class/,
  ],
  [
    'a piece of the kit stands in no layer',
    {
      'src/ui/tag.tsx': "import './tag.css'; <i className='tag' />;",
      'src/ui/tag.css': '.tag { margin: 0 }',
    },
    /tag\.css has rules outside of @layer ui/,
  ],
  [
    'P10.330 text has a size in px',
    { 'src/features/a/box.css': '.box { margin: 0; font-size: 15px }' },
    /box\.css has font-size:15px: write it in rem/,
  ],
  [
    'P10.330 text has a size in px beside its height',
    { 'src/features/a/box.css': '.box { font: 16px/1.4 serif }' },
    /box\.css has font:16px\/1\.4 serif: write it in rem/,
  ],
  [
    'P10.330 a screen folds at a width in px',
    { 'src/features/a/box.css': '@media (max-width: 640px) { .box { margin: 0 } }' },
    /box\.css has @media \(max-width:640px\): write it in em/,
  ],
  [
    'P10.330 a module hands on a size in px',
    { 'src/features/a/sizes.ts': "export const SIZES = { fontSize: '15px' };" },
    /sizes\.ts has .*fontSize: '15px'.*: write it in rem/,
  ],
])('the style check complains when %s', (_fault, others, complaint) => {
  expect(findSampleStyleProblems(others)).toEqual([expect.stringMatching(complaint)]);
});

it('the style check ignores class names in tests and messages', () => {
  const others = {
    'src/features/a/box.test.tsx': "import './box.css'; <i className='box' />;",
    'src/features/b/words.ts': "export const WORDS = 'box';",
  };
  expect(findSampleStyleProblems(others)).toEqual([]);
});

it('P10.330 the inline styles of index.html and of the verification page give text sizes in rem', () => {
  const found = ['index.html', 'src/verification/page.html'].flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/<style>(.*?)<\/style>/gs)].map(
      ([, css = '']) => [file, css] as const,
    ),
  );
  expect(found).toHaveLength(2);
  expect(found.flatMap(([file, css]) => findPixelProblems(file, css))).toEqual([]);
});

it('the style check finds no problem in the stylesheets and components of src', () => {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join('src', file))
    .filter((file) => /\.(css|tsx?)$/.test(file));
  expect(
    findStyleProblems(new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))),
  ).toEqual([]);
});
