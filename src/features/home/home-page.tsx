import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { createBogotaDateFormatGetter } from '#domain/time/format.ts';
import { countEntriesOnDevice, readRegistrationFigures, readSyncSummary } from '#storage/outbox/entries.ts';
import { readLastRegistrationTime } from '#storage/outbox/last-registration.ts';
import { canSetUpClinic } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import { InstallOffer } from '#components/install-offer.tsx';
import { ParkedDraftsNotice } from '#components/parked-notice.tsx';
import { DashboardFigureCards } from './figures/figures.tsx';
import { QuietDevicesHomeNotice } from './quiet-devices.tsx';
import { selectQuickAccessCards, type HomeCount, type QuickAccess } from './quick-access.ts';
import { SetupCard } from './setup-card.tsx';
import { TodayLine } from './today-line.tsx';
import { useDeliveryCount } from './use-delivery-count.ts';
import { useWaitingPatientCount } from './use-waiting.ts';
import { WaitingTimesCard } from './waiting-times.tsx';
import './home-page.css';

const longDateFormat = createBogotaDateFormatGetter({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

interface QuickAccessCardProps {
  card: QuickAccess;
  count: HomeCount | undefined;
  account: Account;
}

const QuickAccessCard = ({ card, count, account }: QuickAccessCardProps) => (
  <li className={card.main ? 'quick-cards-main' : undefined}>
    <Link to={card.to} className={card.main ? 'quick-card quick-card-main' : 'quick-card'}>
      <span className="quick-card-mark">
        <Icon name={card.icon} size={25} />
      </span>
      <span className="quick-card-words">
        <strong>{card.label}</strong>
        <span>{count ? card.describe(count, account) : 'Consultando…'}</span>
      </span>
      <Icon name="right" />
    </Link>
  </li>
);

interface QuickAccessListProps extends Omit<QuickAccessCardProps, 'card'> {
  cards: readonly QuickAccess[];
}

const QuickAccessList = ({ cards, count, account }: QuickAccessListProps) =>
  cards.length === 0 ? (
    <EmptyState icon="info" title="No hay accesos rápidos disponibles para tu rol." />
  ) : (
    <ul className="quick-cards" aria-label="Accesos rápidos">
      {cards.map((card) => (
        <QuickAccessCard key={card.to} card={card} count={count} account={account} />
      ))}
    </ul>
  );

/**
 * Start page: the user, the day and the user's actions (P2). Receptionists and doctors see their main action first and largest,
 * and the figures below; other users see the figures first.
 */
export function HomePage({ account }: { account: Account }) {
  const since = useStartOfToday();
  const today = useLiveQuery(async () => {
    const [count, own, all, lastAt] = await Promise.all([
      readRegistrationFigures(account.userId, since),
      readSyncSummary(account.userId),
      countEntriesOnDevice(),
      readLastRegistrationTime(account.userId, since),
    ]);
    return { count: { ...count, hasOthers: all > own.unsent }, lastAt };
  }, [account.userId, since]);
  const waiting = useWaitingPatientCount(account, since);
  const deliveries = useDeliveryCount(account);
  const registers = account.actions.includes('register_patients');
  const cards = selectQuickAccessCards(account.actions);
  const hasMain = cards.some(({ main }) => main);
  const figures = account.actions.includes('view_dashboard') && (
    <>
      <DashboardFigureCards account={account} />
      {account.actions.includes('user_management') && account.branchId !== null && (
        <WaitingTimesCard account={account} />
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={`Hola, ${account.displayName}`}
        windowTitle="Inicio"
        sub={longDateFormat().format(since)}
      />
      {canSetUpClinic(account) && <SetupCard account={account} />}
      {account.actions.includes('user_management') && <QuietDevicesHomeNotice ownerId={account.userId} />}
      {!hasMain && figures}
      <QuickAccessList
        cards={cards}
        count={today && { ...today.count, waiting, deliveries }}
        account={account}
      />
      {registers && (
        <ParkedDraftsNotice
          className="home-waiting"
          ownerId={account.userId}
          action={
            <Button component={Link} to="/reception?waiting">
              Ver quién espera
            </Button>
          }
        />
      )}
      {registers && today && <TodayLine {...today} />}
      {registers && <InstallOffer where="home" />}
      {hasMain && figures}
    </>
  );
}
