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

interface UserRowProps {
  user: OfflineUser;
  account: Account;
  brigade: PreparedBrigade;
}

function UserRow({ user, account, brigade }: UserRowProps) {
  const label = user.userId === account.userId ? `${account.displayName} (tú)` : 'Otra persona';
  if (user.branchId !== brigade.branchId)
    return (
      <CheckRow label={label} tag={CHECK_TAGS.missing}>
        Entró en otra sede. Debe entrar aquí una vez con red, en la sede de la brigada.
      </CheckRow>
    );
  if (user.peopleReadAt === null)
    return (
      <CheckRow label={label} tag={CHECK_TAGS.missing}>
        Puede entrar, pero no tiene las personas citadas. Debe entrar aquí una vez con red.
      </CheckRow>
    );
  return (
    <CheckRow label={label} tag={CHECK_TAGS.ok}>
      Listo para trabajar sin conexión, con datos del {formatDateTime(user.peopleReadAt)}.
    </CheckRow>
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
        <RowsNote>{checkTimeText(brigade.preparedAt, readiness.checkedAt)}</RowsNote>
      </Card>
      <Card title="Quién puede trabajar aquí sin conexión">
        <CheckRows>
          {readiness.users.map((user) => (
            <UserRow key={user.userId} user={user} account={account} brigade={brigade} />
          ))}
        </CheckRows>
        <RowsNote>
          Los nombres de los demás están cifrados y solo los ve cada quien. Para agregar a alguien, cierra
          sesión y que entre aquí una vez con red.
        </RowsNote>
      </Card>
    </>
  );
}
