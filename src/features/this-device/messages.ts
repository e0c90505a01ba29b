import { createLazyGetter } from '#domain/text/lazily.ts';
import { totalUnsent } from '#domain/outbox/unsent.ts';
import { registrationsThatFit, type StorageSpace } from '#domain/storage-space.ts';
import { sizeText } from '#domain/text/size.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import type { RetentionSummary } from '#storage/retention/summary.ts';
import type { UnsentDataSummary } from '#storage/device/storage-space.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';

const integerFormat = createLazyGetter(() => new Intl.NumberFormat('es-CO', { maximumFractionDigits: 0 }));

const formatUsedShare = ({ used, quota }: StorageSpace): string => {
  const percent = Math.round((used / quota) * 100);
  return percent < 1 ? 'menos del 1 %' : `el ${percent} %`;
};

export const formatStorageSpace = (space: StorageSpace): string =>
  `Usa ${sizeText(space.used)} de los ${sizeText(space.quota)} que el navegador le da aquí (${formatUsedShare(space)}).`;

/** Largest displayed count; above it the text says 'more than'. */
const MAX_DISPLAYED_COUNT = 1_000;

export function formatRemainingRegistrations(space: StorageSpace): string {
  const count = registrationsThatFit(space);
  if (count > MAX_DISPLAYED_COUNT)
    return `Caben más de ${integerFormat().format(MAX_DISPLAYED_COUNT)} evaluaciones sin enviar.`;
  return count === 1
    ? 'Cabe 1 evaluación más sin enviar.'
    : `Caben unas ${integerFormat().format(count)} evaluaciones más sin enviar.`;
}

export function formatUnsentEntries({ own, others, bytes }: UnsentDataSummary): string {
  if (totalUnsent(own) + totalUnsent(others) === 0) return 'No hay nada por enviar en este dispositivo.';
  const whose = [
    ...(totalUnsent(own) > 0 ? [`Tuyas: ${unsentText(own)}.`] : []),
    ...(totalUnsent(others) > 0 ? [`De otras personas: ${unsentText(others)}.`] : []),
    ...(bytes > 0 ? [`Fotos, firmas y archivos ocupan ${sizeText(bytes)}.`] : []),
  ];
  return whose.join(' ');
}

/** Returns the text about the backups of unsent entries, which the browser stores in case the database is lost. */
export function formatOutboxBackup({ own, others, copies }: UnsentDataSummary): string {
  if (copies === null) return 'Este navegador no dice que haya una segunda copia de lo que está por enviar.';
  const without = totalUnsent(own) + totalUnsent(others) - copies;
  if (without <= 0) return 'Todo lo que está por enviar está guardado dos veces.';
  return `${integerFormat().format(without)} sin segunda copia. Si el dispositivo está lleno, libera espacio.`;
}

const formatRegistrationCount = (count: number): string =>
  count === 1 ? '1 registro' : `${integerFormat().format(count)} registros`;

const formatOtherOwners = ({ own, others }: RetentionSummary): string => {
  if (others === 0) return '';
  return own === 0 ? ', de otras personas' : `, ${integerFormat().format(others)} de otras personas`;
};

const formatBackupTime = ({ backedUpUntil }: RetentionSummary): string =>
  backedUpUntil === null
    ? 'El servidor todavía no tiene una copia de seguridad comprobada.'
    : `La última copia comprobada tiene todo hasta el ${formatDate(backedUpUntil)} a las ${formatTime(backedUpUntil)}.`;

export function formatRetention(retention: RetentionSummary): string {
  const { own, others, size, until } = retention;
  const count = own + others;
  if (count === 0) return `No se guarda nada de lo entregado. ${formatBackupTime(retention)}`;
  const [stay, they] =
    count === 1 ? ['Sigue', 'Se borra solo cuando esté'] : ['Siguen', 'Se borran solos cuando estén'];
  return [
    `${stay} aquí ${formatRegistrationCount(count)} que el servidor ya recibió${formatOtherOwners(retention)}${size > 0 ? ` (${sizeText(size)})` : ''}, con el mismo cifrado de lo pendiente.`,
    'Si el servidor se daña y vuelve a una copia anterior, este dispositivo le envía otra vez lo que falte.',
    `${they} en una copia de seguridad${until === null ? '' : `, a más tardar el ${formatDate(until)}`}.`,
    formatBackupTime(retention),
  ].join(' ');
}

export const formatStorageProtection = (kept: boolean | null): string => {
  if (kept === null) return 'Este navegador no dice si conservará los datos cuando falte espacio.';
  return kept
    ? 'El navegador conserva los datos aunque falte espacio.'
    : 'El navegador no garantiza que conserve los datos: si el dispositivo se queda sin espacio, podría borrarlos.';
};
