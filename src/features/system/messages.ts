import { ALERT_KINDS, type SystemLevel, type SystemState } from '#contract/records/system.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { shortId } from '#domain/text/short-id.ts';
import { numberText } from '#domain/text/number.ts';
import { sizeText } from '#domain/text/size.ts';
import { relativeTimeText } from '#domain/time/ago.ts';
import { formatDateTime } from '#domain/time/format.ts';
import type { IconName } from '#ui/display/icon.tsx';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export interface PartMessage {
  readonly title: string;
  readonly level: SystemLevel;
  readonly tag?: LevelLabel;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Advice for the administrator; null if no action is needed. */
  readonly advice: string | null;
}

interface LevelLabel {
  readonly kind: StatusKind;
  readonly icon: IconName;
  readonly text: string;
}
const NOT_SET_UP_LABEL: LevelLabel = { kind: 'info', icon: 'info', text: 'Sin configurar' };
export const LEVEL_LABELS: Record<SystemLevel, LevelLabel> = {
  ok: { kind: 'ok', icon: 'check', text: 'Bien' },
  warn: { kind: 'warn', icon: 'alert', text: 'Para revisar' },
  bad: { kind: 'bad', icon: 'bang', text: 'Necesita atención' },
};

const formatDays = (days: number): string => formatCountWithNoun(days, 'día', 'días');

/** Returns 'hace 3 h' within 24 hours, otherwise day and time; `never` if `at` is null. `now` is in ms since the epoch. */
const formatRelativeTimeOr = (at: string | null, now: number, never: string): string =>
  at === null ? never : relativeTimeText(Date.parse(at), now);

function backupsAdvice({ level, finished_at: finished, held_until: held, days }: SystemState['copies']) {
  if (level === 'ok') return null;
  if (finished === null)
    return 'Todavía no hay ninguna copia: si el servidor se daña, se pierde todo. Pide a quien lo administra que programe una cada noche (npm run backup y npm run verify).';
  if (held === null)
    return 'Hay copias, pero ninguna se ha verificado. Pide a quien administra el servidor que ejecute npm run verify después de cada copia.';
  return level === 'bad'
    ? `Hace más de ${formatDays(days)} que no hay una copia verificada. Pide a quien administra el servidor que revise la tarea de las copias y haga una ahora.`
    : 'La última copia verificada ya no es de anoche. Pide a quien administra el servidor que mire si la de hoy salió bien.';
}

const describeBackups = ({ copies }: SystemState, now: number): PartMessage => ({
  title: 'Copias',
  level: copies.level,
  facts: [
    ['Última copia', formatRelativeTimeOr(copies.finished_at, now, 'Ninguna')],
    ['Última verificación', formatRelativeTimeOr(copies.verified_at, now, 'Ninguna')],
    [
      'Todo está en una copia hasta',
      copies.held_until === null ? 'Nada todavía' : formatDateTime(Date.parse(copies.held_until)),
    ],
  ],
  advice: backupsAdvice(copies),
});

const DISK_ADVICE: Record<Exclude<SystemLevel, 'ok'>, string> = {
  warn: 'Queda poco espacio. Pide a quien administra el servidor que libere espacio o amplíe el disco esta semana.',
  bad: 'Casi no queda espacio: con el disco lleno el servidor no guarda nada, y las tabletas esperan con lo suyo. Pide hoy a quien administra el servidor que libere espacio o amplíe el disco.',
};

function describeDisk({ disk, database }: SystemState): PartMessage {
  const level = disk?.level ?? 'ok';
  return {
    title: 'Disco y base de datos',
    level,
    facts: [
      [
        'Espacio libre',
        disk === null
          ? 'El servidor no lo dice'
          : `${sizeText(disk.free_bytes)} de ${sizeText(disk.total_bytes)}`,
      ],
      ['Base de datos', sizeText(database.bytes)],
    ],
    advice: level === 'ok' ? null : DISK_ADVICE[level],
  };
}

function describeMails({ mails }: SystemState, now: number): PartMessage {
  const { level, is_configured: isConfigured, waiting, failing, oldest_at: oldest } = mails;
  const facts: [string, string][] = [
    ['Por salir', waiting === 0 ? 'Ninguno' : formatCountWithNoun(waiting, 'correo', 'correos')],
  ];
  if (failing > 0)
    facts.push(['Que no han salido al intentarlo', formatCountWithNoun(failing, 'correo', 'correos')]);
  if (oldest !== null) facts.push(['El más antiguo', relativeTimeText(Date.parse(oldest), now)]);
  if (!isConfigured && waiting === 0)
    facts[0] = ['Por salir', 'No hay servidor de correo: los enlaces se entregan a mano'];
  return {
    title: 'Correos',
    level,
    ...(isConfigured || level !== 'ok' ? {} : { tag: NOT_SET_UP_LABEL }),
    facts,
    advice:
      level === 'ok'
        ? null
        : 'El servidor de correo no recibe. Mientras tanto entrega los enlaces a mano desde «Usuarios», y pide a quien administra el servidor que revise SMTP_URL; se reintenta solo.',
  };
}

const formatDeviceName = ({ name, id }: SystemState['devices']['quietest'][number]): string =>
  name ?? `Dispositivo ${shortId(id)}`;

/** Returns a line such as `Recepción 1 · Sede Norte: 3 por enviar, última señal hace 3 h`. */
const formatInactiveDevice = (device: SystemState['devices']['quietest'][number], now: number): string =>
  `${[formatDeviceName(device), device.branch_name].filter(Boolean).join(' · ')}: ${numberText(device.unsent)} por enviar, última señal ${relativeTimeText(Date.parse(device.last_seen_at), now)}`;

export const formatInactiveDevices = ({ devices }: SystemState, now: number): string[] =>
  devices.quietest.map((device) => formatInactiveDevice(device, now));

function describeDevices({ devices }: SystemState): PartMessage {
  const { level, unsent, quiet, quiet_unsent: quietUnsent } = devices;
  return {
    title: 'Dispositivos',
    level,
    facts: [
      ['Por enviar en todos', unsent === 0 ? 'Nada' : formatCountWithNoun(unsent, 'registro', 'registros')],
      [
        'En silencio con algo por enviar',
        quiet === 0
          ? 'Ninguno'
          : `${formatCountWithNoun(quiet, 'dispositivo', 'dispositivos')}, con ${formatCountWithNoun(quietUnsent, 'registro', 'registros')}`,
      ],
    ],
    advice:
      level === 'ok'
        ? null
        : 'Lo que tienen sin enviar no está en ningún otro sitio. Llama a la sede: que los enciendan con red y abran Ventanilla, y que nadie borre sus datos.',
  };
}

const formatMsAsSeconds = (ms: number): string =>
  formatCountWithNoun(Math.round(ms / 1_000), 'segundo', 'segundos');

function describeClock({ clock, generated_at: at }: SystemState): PartMessage {
  const { level, off_ms: off, is_behind_log: isBehindLog } = clock;
  const facts: [string, string][] = [['Hora del servidor', formatDateTime(Date.parse(at))]];
  if (off >= 1_000) facts.push(['Diferencia con la base de datos', formatMsAsSeconds(off)]);
  if (isBehindLog) facts.push(['Registro de actividad', 'Tiene líneas de una hora que aún no llega']);
  return {
    title: 'Reloj',
    level,
    facts,
    advice:
      level === 'ok'
        ? null
        : 'Pide a quien administra el servidor que la hora se ponga sola (NTP). Con otra hora las tabletas no pueden enviar.',
  };
}

/** Returns the server versions. Warns if they differ, because an update is running or unfinished. */
function describeVersions({ version, database, migration, providers }: SystemState): PartMessage {
  const versions = new Set([version, ...providers.map((server) => server.version)]);
  return {
    title: 'Versiones',
    level: versions.size > 1 ? 'warn' : 'ok',
    facts: [
      ['Ventanilla', version],
      ['PostgreSQL', database.version],
      ['Migración', String(migration)],
      ...(providers.length > 1
        ? ([['Servidores encendidos', providers.map(formatServerVersion).join('; ')]] as const)
        : []),
    ],
    advice:
      versions.size > 1
        ? 'Hay servidores con otra versión. Si no los están actualizando ahora, pide a quien los administra que termine la actualización.'
        : null,
  };
}

const formatServerVersion = ({ host, version, is_this: isThis }: SystemState['providers'][number]): string =>
  `${host} ${version}${isThis ? ' (este)' : ''}`;

type ReportedFault = NonNullable<SystemState['files']>['fault'];

const formatFault = (fault: ReportedFault, well: string, now: number): string =>
  fault === null ? well : `No, desde ${relativeTimeText(Date.parse(fault.since), now)} (${fault.code})`;

function describeFiles({ files }: SystemState, now: number): PartMessage[] {
  if (files === undefined) return [];
  const { level, place, fault } = files;
  const advice =
    fault === null
      ? 'No respondieron hace menos de una hora, o no le responden a otro de los servidores. Mira aquí de nuevo más tarde.'
      : `Las imágenes esperan en las tabletas, y ningún archivo se puede abrir. Pide a quien administra el servidor que revise ${place === 'bucket' ? 'el bucket (S3_ENDPOINT y sus llaves)' : 'la carpeta files de DATA_DIR'}.`;
  return [
    {
      title: 'Fotos, firmas y adjuntos',
      level,
      facts: [
        ['Están en', place === 'bucket' ? 'Un bucket' : 'El disco del servidor'],
        ['Responden', formatFault(fault, 'Sí', now)],
      ],
      advice: level === 'ok' ? null : advice,
    },
  ];
}

const archiveAdvice = (sentence: string | undefined): string =>
  `Nada llega a ARCHIVE_DIR: espera en el disco de los datos, y puede llenarlo. ${
    sentence === undefined
      ? 'Pide a quien administra el servidor que libere espacio ahí o la repare.'
      : `Dile a quien administra el servidor: ${sentence}`
  }`;

function describeArchive({ archive }: SystemState, now: number): PartMessage[] {
  if (!archive) return [];
  const { level, fault } = archive;
  return [
    {
      title: 'Archivo para restaurar a cualquier momento',
      level,
      facts: [['Al día', formatFault(fault, 'Sí', now)]],
      advice: level === 'ok' ? null : archiveAdvice(fault?.sentence),
    },
  ];
}

/** Returns the texts about alerts that this version of the page does not know, because the server is newer. */
function describeUnknownAlerts({ alerts: { on } }: SystemState, now: number): PartMessage[] {
  const known: readonly string[] = ALERT_KINDS;
  const others = on.filter(({ kind }) => !known.includes(kind));
  if (others.length === 0) return [];
  return [
    {
      title: 'Otros avisos',
      level: 'bad',
      facts: others.map(({ kind, began_at: at }) => [kind, relativeTimeText(Date.parse(at), now)]),
      advice:
        'El servidor avisa de algo que esta versión de la página no conoce. Recarga la página, y si sigue así pide a quien administra el servidor que lo mire.',
    },
  ];
}

const LEVEL_ORDER: readonly SystemLevel[] = ['bad', 'warn', 'ok'];

export const describeSystemParts = (state: SystemState, now: number): PartMessage[] =>
  [
    describeBackups(state, now),
    describeDisk(state),
    describeDevices(state),
    describeMails(state, now),
    describeClock(state),
    ...describeFiles(state, now),
    ...describeArchive(state, now),
    ...describeUnknownAlerts(state, now),
    describeVersions(state),
  ].sort((one, other) => LEVEL_ORDER.indexOf(one.level) - LEVEL_ORDER.indexOf(other.level));

/** Returns the level of the first part, which is the worst in the order of `describeSystemParts`. */
export const firstPartLevel = ([first]: readonly PartMessage[]): SystemLevel => first?.level ?? 'ok';

export function formatAlertRecipients({ alerts: { recipients } }: SystemState): string {
  return recipients === 0
    ? 'Nadie recibe avisos por correo: el servidor no tiene correo. Mira esta página de vez en cuando.'
    : `Cuando algo necesita atención, ${recipients === 1 ? 'una persona recibe' : `${recipients} personas reciben`} un correo, y otro cuando ya está bien.`;
}
