import type { Permission } from '#contract/vocabulary.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { ShiftCount } from '#storage/outbox/entries.ts';
import type { IconName } from '#ui/display/icon.tsx';

export interface HomeCount extends ShiftCount {
  /** True if the device has unsent entries of other users. The page must then not claim that everything was sent. */
  readonly hasOthers: boolean;
  /** Number of the branch's patients who wait today; null until the server has responded. */
  readonly waiting: number | null;
  /** Number of concepts that reception can hand over today; null until the server has responded. */
  readonly deliveries: number | null;
}

interface HomeUser {
  readonly branchId: string | null;
  readonly actions: readonly Permission[];
}

export interface QuickAccess {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Permissions of which the user needs at least one. */
  readonly needs: readonly Permission[];
  /**
   * True for an action that a user performs about forty times a day. The first card with such an action is larger than the
   * others.
   */
  readonly main?: true;
  readonly describe: (count: HomeCount, user: HomeUser) => string;
}

function describePending(count: HomeCount): string {
  const { attention, onTheirWay, registered, confirmed, discarded, hasOthers } = count;
  if (attention > 0) return formatCountWithNoun(attention, 'requiere atención', 'requieren atención');
  if (onTheirWay > 0) return `${onTheirWay} por enviar`;
  if (registered === 0) return hasOthers ? 'Todo lo tuyo, enviado' : 'Todo enviado';
  const figures = [
    formatCountWithNoun(registered, 'registrada', 'registradas'),
    formatCountWithNoun(confirmed, 'enviada', 'enviadas'),
  ];
  if (discarded > 0) figures.push(formatCountWithNoun(discarded, 'descartada', 'descartadas'));
  return `Hoy: ${figures.join(', ')}`;
}

function describeWaiting({ waiting }: HomeCount): string {
  if (waiting === null) return 'Quién espera, y desde cuándo';
  return waiting === 0 ? 'Nadie espera' : formatCountWithNoun(waiting, 'persona espera', 'personas esperan');
}

function describeDeliveries({ deliveries }: HomeCount): string {
  if (deliveries === null) return 'Conceptos cerrados hoy';
  return deliveries === 0 ? 'Nada por entregar' : `${deliveries} por entregar`;
}

/** Returns the text of the reception card. A user who may select the active branch does not need an administrator (P6). */
function describeReception({ branchId, actions }: HomeUser): string {
  if (branchId !== null) return 'Datos, foto y firma, con red o sin ella';
  return actions.includes('user_management')
    ? 'Selecciona antes una sede en la barra superior'
    : 'No tienes una sede asignada: sin ella no se puede registrar';
}

const QUICK_ACCESS_CARDS: readonly QuickAccess[] = [
  {
    to: '/reception',
    label: 'Registrar paciente',
    icon: 'personAdd',
    main: true,
    needs: ['register_patients'],
    describe: (_count, user) => describeReception(user),
  },
  {
    to: '/pending',
    label: 'Pendientes de envío',
    icon: 'upload',
    needs: ['register_patients'],
    describe: describePending,
  },
  {
    to: '/deliveries',
    label: 'Entregas',
    icon: 'pen',
    needs: ['deliver_documents'],
    describe: describeDeliveries,
  },
  {
    to: '/evaluations/today',
    label: 'Lista de hoy',
    icon: 'clock',
    main: true,
    needs: ['manage_evaluations'],
    describe: describeWaiting,
  },
  {
    to: '/evaluations',
    label: 'Evaluaciones',
    icon: 'list',
    needs: ['manage_evaluations'],
    describe: () => 'Resultados, notas, firma y documentos',
  },
  {
    to: '/admin/catalogs',
    label: 'Catálogos',
    icon: 'book',
    needs: ['manage_catalogs'],
    describe: () => 'Tipos, empresas, exámenes y médicos',
  },
  {
    to: '/admin/users',
    label: 'Usuarios',
    icon: 'people',
    needs: ['user_management'],
    describe: () => 'Invitaciones, permisos y sedes',
  },
  {
    to: '/organization',
    label: 'Mi organización',
    icon: 'building',
    needs: ['user_management', 'manage_catalogs'],
    describe: () => 'Datos y logo de la sede activa',
  },
];

/**
 * At most one card is large: the reception card for users who register patients, otherwise the card of today's list for users
 * who review evaluations.
 */
export function selectQuickAccessCards(actions: readonly Permission[]): QuickAccess[] {
  const cards = QUICK_ACCESS_CARDS.filter(({ needs }) =>
    needs.some((permission) => actions.includes(permission)),
  );
  const first = cards.find(({ main }) => main);
  return cards.map(({ main, ...card }) => (main && card.to === first?.to ? { ...card, main } : card));
}
