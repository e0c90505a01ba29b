import { CLINIC, DEMO_PASSWORD, USERS } from './demo/clinic.ts';
import type { ReverseProxy } from './reverse-proxy.ts';
import type { Provider } from './provider.ts';

/** What the terminal shows once the provider serves. */
export function greeting({
  address,
  database,
  place,
  metrics,
  demo,
  firstAdministrator,
}: Omit<Provider, 'stop'>): string {
  const lines = ['', `  Ventanilla is ready: ${address}`, `  Data: ${database}`];
  if (metrics !== null) lines.push(`  Figures: ${metrics}`);
  lines.push(...filesLines(place), ...demoLines(demo));
  lines.push(...administratorLines(firstAdministrator), '');
  return [...lines, '  Ctrl-C stops it.', ''].join('\n');
}

/** The same where another provider answers. */
export const frontGreeting = ({ address, providerUrl }: Omit<ReverseProxy, 'stop'>): string =>
  [
    '',
    `  Ventanilla is ready: ${address}`,
    `  Provider: ${providerUrl.origin}`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');

function filesLines(place: Provider['place']): string[] {
  if (place.kind === 'disk') return [];
  const lines = [`  Files: the bucket ${place.bucket} at ${place.origin}`];
  if (place.away !== null)
    lines.push(
      `  It does not answer (${place.away}): until it does, tablets keep their pictures and files cannot be opened.`,
    );
  if (place.earlier !== null)
    lines.push(`  What is not in it is read from ${place.earlier}: npm run files -- move brings it over.`);
  return lines;
}

function demoLines(demo: Provider['demo']): string[] {
  switch (demo) {
    case null:
      return [];
    case 'kept-out':
      return ['  The demo clinic was not loaded: the database already holds data.'];
    case 'loaded':
    case 'present':
      return [
        '',
        `  ${CLINIC.name} · everything in it is invented`,
        `  Password of every sign-in: ${DEMO_PASSWORD}`,
        '',
        ...signIns(),
      ];
  }
}

function signIns(): string[] {
  const width = Math.max(...USERS.map(({ email }) => email.length));
  return USERS.map(({ email, shows }) => `    ${email.padEnd(width)}  ${shows}`);
}

const administratorLines = (link: string | null): string[] =>
  link === null
    ? []
    : [
        '',
        '  Nobody can sign in yet. This link makes the first administrator, once, within 24 hours:',
        `    ${link}`,
      ];
