import type { User } from '#contract/records/people/users.ts';
import {
  PERMISSIONS,
  PERMISSION_DEFINITIONS,
  type Permission,
  type UserStatus,
} from '#contract/vocabulary.ts';
import { formatDate, formatTime } from '#domain/time/format.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const USER_STATUS_LABELS: Record<UserStatus, string> = {
  active: 'Activo',
  suspended: 'Suspendido',
  invited: 'Invitado',
};
export const USER_STATUS_KINDS: Record<UserStatus, StatusKind> = {
  active: 'ok',
  suspended: 'bad',
  invited: 'info',
};

export function formatPermissions(actions: readonly Permission[]): string {
  if (actions.length === 0) return 'Sin permisos';
  if (actions.length === PERMISSIONS.length) return 'Todos los permisos';
  return actions.map((code) => PERMISSION_DEFINITIONS[code].label).join(', ');
}

export function lastSignInDayAndTime({
  last_login_at: at,
}: User): readonly [day: string, time: string] | null {
  if (!at) return null;
  const instant = Date.parse(at);
  return [formatDate(instant), formatTime(instant)];
}
