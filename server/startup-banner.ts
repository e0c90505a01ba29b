import { DEMO_CLINIC, DEMO_PASSWORD, DEMO_USERS } from './demo/clinic.ts';
import type { ReverseProxy } from './reverse-proxy.ts';
import type { StartedServer } from './server.ts';

export function formatStartMessage({
  address,
  database,
  place,
  metrics,
  demo,
  firstAdministrator,
}: Omit<StartedServer, 'stop'>): string {
  const lines = ['', `  Ventanilla está lista: ${address}`, `  Datos: ${database}`];
  if (metrics !== null) lines.push(`  Cifras: ${metrics}`);
  lines.push(...fileStoreLines(place), ...demoLines(demo));
  lines.push(...administratorLines(firstAdministrator), '');
  return [...lines, '  Para detenerla: Ctrl-C.', ''].join('\n');
}

export const reverseProxyStartMessage = ({
  address,
  providerUrl: serverUrl,
}: Omit<ReverseProxy, 'stop'>): string =>
  [
    '',
    `  Ventanilla está lista: ${address}`,
    `  Proveedor: ${serverUrl.origin}`,
    '',
    '  Para detenerla: Ctrl-C.',
    '',
  ].join('\n');

function fileStoreLines(place: StartedServer['place']): string[] {
  if (place.kind === 'disk') return [];
  const lines = [`  Archivos: el bucket ${place.bucket} en ${place.origin}`];
  if (place.away !== null)
    lines.push(
      `  No responde (${place.away}): hasta que responda, las tablets guardan sus imágenes y los archivos no se pueden abrir.`,
    );
  if (place.earlier !== null)
    lines.push(
      `  Lo que no está en el bucket se lee de ${place.earlier}: npm run files -- move lo lleva allá.`,
    );
  return lines;
}

function demoLines(demo: StartedServer['demo']): string[] {
  switch (demo) {
    case null:
      return [];
    case 'kept-out':
      return ['  No se cargó la clínica de muestra: la base de datos ya tiene datos.'];
    case 'loaded':
    case 'present':
      return [
        '',
        `  ${DEMO_CLINIC.name} · todo en ella es inventado`,
        `  Contraseña de todas las cuentas: ${DEMO_PASSWORD}`,
        '',
        ...formatDemoSignIns(),
      ];
  }
}

function formatDemoSignIns(): string[] {
  const width = Math.max(...DEMO_USERS.map(({ email }) => email.length));
  return DEMO_USERS.map(({ email, shows }) => `    ${email.padEnd(width)}  ${shows}`);
}

const administratorLines = (link: string | null): string[] =>
  link === null
    ? []
    : [
        '',
        '  Todavía nadie puede entrar: abre este enlace, que sirve una vez y 24 horas, y crea la cuenta de administración:',
        `    ${link}`,
      ];
