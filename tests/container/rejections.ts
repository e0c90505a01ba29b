import type { Engine } from './engine.ts';
import { PROJECT_IMAGE } from './images.ts';

/** Wrong settings, each with a pattern for the error message that the container must print before it ends. */
const INVALID_SETTINGS: readonly (readonly [
  options: readonly string[],
  words: readonly string[],
  names: RegExp,
])[] = [
  [[], [], /\/data.*DATA_DIR/],
  [['--env=DATABASE_URL=nonsense'], [], /DATABASE_URL.*postgresql:\/\//],
  [['--env=PUBLIC_URL=https://clinica.test/app'], [], /PUBLIC_URL.*https:\/\//],
  [['--env=S3_BUCKET=clinica'], [], /S3_BUCKET.*S3_ENDPOINT, S3_REGION/],
  [['--env=DATABASE_URL=postgresql://a:b@127.0.0.1:9/c', '--volume=/data'], [], /DATABASE_URL.*ECONNREFUSED/],
  [
    ['--env=BACKUP_KEY_FILE=/run/secrets/none'],
    ['backup', '/copies'],
    /\/run\/secrets\/none.*ENOENT.*BACKUP_KEY_FILE/,
  ],
  [[], ['verify', '/copies'], /BACKUP_KEY_FILE/],
];

/**
 * Checks that the container ends with a one-sentence error when settings are wrong or missing.
 * @throws if one of the wrong settings has another effect
 */
export async function checkRejectedSettings(engine: Engine): Promise<void> {
  for (const [options, words, names] of INVALID_SETTINGS) {
    const { code, text } = await engine.runTemporarily(PROJECT_IMAGE, options, ...words);
    // Lines that the container engine itself printed are skipped.
    const lines = text
      .split('\n')
      .filter(
        (line) => line !== '' && !line.startsWith('time=') && !line.startsWith('failed to connect to syslog'),
      );
    const [sentence = ''] = lines;
    if (code !== 1 || lines.length !== 1 || !sentence.startsWith('Ventanilla: ') || !names.test(sentence))
      throw new Error(`${[...options, ...words].join(' ') || 'no volume'} ended with ${code}:\n${text}`);
    console.log(`✓ ${sentence}`);
  }
}
