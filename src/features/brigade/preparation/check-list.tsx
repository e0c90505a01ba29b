import { checkBrigade, isReadyForBrigade, type BrigadeCheck } from '#domain/brigade/checks.ts';
import { formatDateTime } from '#domain/time/format.ts';
import type { OfflineUser, PreparedBrigade } from '#storage/device/brigade.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { CHECK_LABELS, CHECK_TAGS, checkText, checkTimeText } from './check-messages.ts';
import { CheckRow, CheckRows, RowsNote } from '../base/check-rows.tsx';
import { useBrigadeReadiness } from './use-readiness.ts';

const ResultNotice = ({ checks }: { checks: readonly BrigadeCheck[] }) => {
  if (isReadyForBrigade(checks))
    return <Notice kind="ok" title="Este dispositivo está listo para la brigada." />;
  const missing = checks.filter(({ state }) => state === 'missing').length;
  return (
    <Notice
      kind="warn"
      title={missing === 1 ? 'Falta 1 cosa para la brigada.' : `Faltan ${missing} cosas para la brigada.`}
    />
  );
};

interface UsersProps {
  users: readonly OfflineUser[];
  account: Account;
  brigade: PreparedBrigade;
}

/** Returns what a user lacks to work without network; null if the user lacks nothing. */
function findMissingOfUser(user: OfflineUser | undefined, { branchId }: PreparedBrigade): string | null {
  if (!user) return 'Cierra sesión y entra de nuevo con tu contraseña, con red.';
  if (user.branchId !== branchId)
    return 'Entraste aquí en otra sede. Entra una vez con red en la de la brigada.';
  return user.peopleReadAt === null ? 'Faltan las personas citadas. Con red, toca «Actualizar ahora».' : null;
}

const readyText = ({ peopleReadAt }: OfflineUser): string =>
  `Listo para trabajar sin conexión, con datos del ${formatDateTime(peopleReadAt ?? 0)}.`;

/** Users who can work on the device without network. The names of others are encrypted under their own keys (D1). */
function OfflineUsers({ users, account, brigade }: UsersProps) {
  const own = users.find(({ userId }) => userId === account.userId);
  const missing = findMissingOfUser(own, brigade);
  const others = users.filter((user) => user !== own);
  const ready = others.filter((user) => findMissingOfUser(user, brigade) === null);
  const rest = others.length - ready.length;
  return (
    <Card title="Quién puede trabajar aquí sin conexión">
      <CheckRows>
        <CheckRow
          label={`${account.displayName} (tú)`}
          tag={missing === null ? CHECK_TAGS.ok : CHECK_TAGS.missing}
        >
          {missing ?? (own && readyText(own))}
        </CheckRow>
        {ready.map((user) => (
          <CheckRow key={user.userId} label="Otra persona" tag={CHECK_TAGS.ok}>
            {readyText(user)}
          </CheckRow>
        ))}
      </CheckRows>
      <RowsNote>
        {rest > 0 &&
          `${rest === 1 ? 'Otra persona usó este dispositivo y no está lista.' : `Otras ${rest} personas usaron este dispositivo y no están listas.`} `}
        Para agregar a alguien, cierra sesión y que entre aquí una vez con red. Los nombres de los demás no se
        ven: están cifrados y solo los lee cada quien.
      </RowsNote>
    </Card>
  );
}

/** Check list of the device, and the users who can work on it without network. */
export function BrigadeCheckList({ account, brigade }: { account: Account; brigade: PreparedBrigade }) {
  const readiness = useBrigadeReadiness(account, brigade);
  if (!readiness) return <SkeletonCard shape="rows" lines={8} />;
  const checks = checkBrigade(readiness.facts);
  return (
    <>
      <ResultNotice checks={checks} />
      <Card title="Lista de revisión">
        <CheckRows>
          {checks.map((check) => (
            <CheckRow key={check.id} label={CHECK_LABELS[check.id]} tag={CHECK_TAGS[check.state]}>
              {checkText(check)}
            </CheckRow>
          ))}
        </CheckRows>
        <RowsNote>{checkTimeText(readiness.facts, readiness.checkedAt)}</RowsNote>
      </Card>
      <OfflineUsers users={readiness.users} account={account} brigade={brigade} />
    </>
  );
}
