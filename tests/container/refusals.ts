import type { Engine } from './engine.ts';
import { IMAGE } from './images.ts';

/** What is wrong, and how the sentence begins that the container ends with. */
const WRONG: readonly (readonly [options: readonly string[], words: readonly string[], sentence: string])[] =
  [
    [[], [], 'The folder of the pictures /data/files cannot be written'],
    [['--env=DATABASE_URL=nonsense'], [], 'DATABASE_URL must look like postgresql://'],
    [['--env=PUBLIC_URL=https://clinica.test/app'], [], 'PUBLIC_URL must be a web address without a path'],
    [['--env=S3_BUCKET=clinica'], [], 'S3_BUCKET needs S3_ENDPOINT, S3_REGION'],
    [
      ['--env=DATABASE_URL=postgresql://a:b@127.0.0.1:9/c', '--volume=/data'],
      [],
      'The database of DATABASE_URL cannot be opened',
    ],
    [
      ['--env=BACKUP_KEY_FILE=/run/secrets/none'],
      ['backup', '/copies'],
      'The key of the copies /run/secrets/none cannot be read (ENOENT)',
    ],
    [[], ['verify', '/copies'], 'Copies are sealed, and BACKUP_KEY_FILE names no key'],
  ];

/** Wrong or half settings end the container with one sentence. @throws where they do not */
export async function refuses(engine: Engine): Promise<void> {
  for (const [options, words, sentence] of WRONG) {
    const { code, text } = await engine.once(IMAGE, options, ...words);
    const lines = text.split('\n').filter((line) => line.startsWith('Ventanilla: '));
    if (code !== 1 || lines.length !== 1 || !lines[0]?.startsWith(`Ventanilla: ${sentence}`))
      throw new Error(`${[...options, ...words].join(' ') || 'no volume'} ended with ${code}:\n${text}`);
    console.log(`✓ ${lines[0]}`);
  }
}
