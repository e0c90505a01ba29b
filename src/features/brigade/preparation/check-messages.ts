import type { BrigadeCheck, BrigadeFacts } from '#domain/brigade/checks.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatDateTime, formatTime } from '#domain/time/format.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const CHECK_TAGS: Readonly<Record<BrigadeCheck['state'], readonly [kind: StatusKind, text: string]>> =
  {
    ok: ['ok', 'Listo'],
    missing: ['warn', 'Falta'],
    unknown: ['mute', 'No se sabe'],
  };

export const CHECK_LABELS: Readonly<Record<BrigadeCheck['id'], string>> = {
  'sign-in': 'Tu entrada sin conexión',
  people: 'Personas citadas',
  catalogs: 'Catálogos',
  authorisation: 'Texto que firma el paciente',
  'visit-aids': 'Paquetes y textos',
  'queue-letters': 'Turnos',
  room: 'Consultorio',
  app: 'Ventanilla sin conexión',
  clock: 'Reloj',
  battery: 'Batería',
  space: 'Espacio',
  unsent: 'Por enviar',
};

const UPDATE_HINT = 'Con red, toca «Actualizar ahora».';
const UNKNOWN_TEXT = 'El navegador no lo dice.';

function clockText(offset: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(offset) / 60_000));
  const direction = offset > 0 ? 'atrasado' : 'adelantado';
  return `Está ${formatCountWithNoun(minutes, 'minuto', 'minutos')} ${direction}. Corrígelo en los ajustes del dispositivo.`;
}

const batteryText = ({ level, isCharging }: { level: number; isCharging: boolean }): string =>
  `${Math.round(level * 100)} %${isCharging ? ', conectada' : ''}.`;

function okText(check: Extract<BrigadeCheck, { state: 'ok' }>): string {
  switch (check.id) {
    case 'sign-in':
      return 'Puedes entrar aquí con tu contraseña, sin red.';
    case 'people':
      return `${formatCountWithNoun(check.count, 'persona', 'personas')} de ese día, del ${formatDateTime(check.readAt)}.`;
    case 'catalogs':
      return `Tipos, empresas, exámenes, médicos y cargos, del ${formatDateTime(check.readAt)}.`;
    case 'authorisation':
      return check.hasAuthorisation ? 'Está en el dispositivo.' : 'La sede no pide firmar un texto.';
    case 'visit-aids':
      return 'Paquetes de exámenes y, para médicos, opciones y plantillas.';
    case 'queue-letters':
      return `Los turnos de este dispositivo empiezan por ${check.letters}.`;
    case 'room':
      return `Desde aquí se llama a ${check.room}.`;
    case 'app':
      return 'Ventanilla abre aquí sin red.';
    case 'clock':
      return 'Coincide con el del servidor.';
    case 'battery':
      return batteryText(check);
    case 'space':
      return check.registrations > 1_000
        ? 'Caben más de 1.000 evaluaciones sin enviar.'
        : `Caben unas ${check.registrations} evaluaciones sin enviar.`;
    case 'unsent':
      return 'No hay nada por enviar.';
  }
}

function missingText(check: Extract<BrigadeCheck, { state: 'missing' }>): string {
  switch (check.id) {
    case 'sign-in':
      return 'Cierra sesión y entra de nuevo con tu contraseña, con red.';
    case 'people':
      return check.readAt === undefined
        ? `No están en este dispositivo. ${UPDATE_HINT}`
        : `Son del ${formatDateTime(check.readAt)}; la lista puede haber cambiado. ${UPDATE_HINT}`;
    case 'catalogs':
    case 'authorisation':
    case 'visit-aids':
      return `No están completos en este dispositivo. ${UPDATE_HINT}`;
    case 'queue-letters':
      return `Este dispositivo no tiene letra para los turnos. ${UPDATE_HINT}`;
    case 'app':
      return 'Recarga la página con red y espera un momento.';
    case 'clock':
      return clockText(check.offset ?? 0);
    case 'battery':
      return `${batteryText({ level: check.level ?? 0, isCharging: false })} Conéctala a la corriente.`;
    case 'space':
      return 'Queda poco. Borra archivos del dispositivo o envía lo pendiente.';
    case 'unsent':
      return `${formatCountWithNoun(check.unsent ?? 0, 'registro', 'registros')} de todos. Envíalos con red antes de salir.`;
  }
}

/** Returns the result of a check, and what the user can do about what is missing. */
export function checkText(check: BrigadeCheck): string {
  switch (check.state) {
    case 'ok':
      return okText(check);
    case 'missing':
      return missingText(check);
    case 'unknown':
      return check.id === 'clock' ? 'Todavía no se comparó con el del servidor.' : UNKNOWN_TEXT;
  }
}

/** Returns when the device was checked, and from when the oldest of the user's data are. */
export function checkTimeText({ people, catalogsReadAt }: BrigadeFacts, checkedAt: number): string {
  const readText =
    people === null || catalogsReadAt === null
      ? 'Todavía no se descargó todo del servidor.'
      : `Descargado del servidor el ${formatDateTime(Math.min(people.readAt, catalogsReadAt))}.`;
  return `Revisado a las ${formatTime(checkedAt)}. ${readText}`;
}
