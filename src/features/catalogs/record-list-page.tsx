import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { catalogsQueryKey } from '#components/records/catalogs-query-key.ts';
import { ReadProblemNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { RowList } from './row-list.tsx';

export interface RecordFormProps<Row> {
  account: Account;
  /** Row that the form edits; null for a new one. */
  read: Row | null;
  all: readonly Row[];
  /** Reads all rows again; null if they cannot be read. */
  reread: () => Promise<readonly Row[] | null>;
  /** Called after a save with its message. */
  onSaved: (message: string) => void;
  onClose: () => void;
}

interface RecordListPageProps<Row> {
  account: Account;
  /** Name of the list in the key of its query. */
  name: string;
  request: () => Promise<{ readonly items: readonly Row[] }>;
  texts: Readonly<Record<'title' | 'sub' | 'couldNotLoad' | 'create' | 'list', string>>;
  empty: ComponentProps<typeof EmptyState>;
  /** Returns the texts of a row; null for a row that the list omits. */
  describe: (row: Row) => { key: string; title: string; detail: string; badge?: ReactNode } | null;
  Form: ComponentType<RecordFormProps<Row>>;
}

/** Page with a list whose rows are edited in place of the list. */
export function RecordListPage<Row>(props: RecordListPageProps<Row>) {
  const { account, name, request, texts, empty, describe, Form } = props;
  const [edited, setEdited] = useState<Pick<RecordFormProps<Row>, 'read'> | null>(null);
  const client = useQueryClient();
  const queryKey = [...catalogsQueryKey(account.userId), name];
  const query = useQuery({ queryKey, queryFn: request, staleTime: CACHE_LIFETIME_MS.list });
  const { problem } = useReadDisplay(query, account, texts.couldNotLoad);
  const all = query.data?.items;
  // The list is also read again after a cancel, because a save whose response was lost may have changed it.
  const close = () => {
    setEdited(null);
    void client.invalidateQueries({ queryKey });
  };
  const rows = (all ?? []).flatMap((row) => {
    const shown = describe(row);
    return shown === null ? [] : [{ ...shown, onEdit: () => setEdited({ read: row }) }];
  });
  return (
    <>
      <PageHeader
        title={texts.title}
        sub={texts.sub}
        actions={
          all && !edited ? (
            <Button variant="filled" onClick={() => setEdited({ read: null })}>
              {texts.create}
            </Button>
          ) : undefined
        }
      />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {query.isPending && <SkeletonCard shape="rows" lines={4} />}
      {edited && (
        <Form
          account={account}
          read={edited.read}
          all={all ?? []}
          reread={async () => (await query.refetch()).data?.items ?? null}
          onSaved={(message) => {
            toast('ok', message);
            close();
          }}
          onClose={close}
        />
      )}
      {all && !edited && (
        <Card>
          {rows.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <RowList label={texts.list}>
              {rows.map(({ key, title, badge, detail, onEdit }) => (
                <li key={key}>
                  <span>
                    <b>{title}</b>
                    {badge !== undefined && <> {badge}</>}
                    <br />
                    <small>{detail}</small>
                  </span>
                  <Button aria-label={`Editar ${title}`} onClick={onEdit}>
                    Editar
                  </Button>
                </li>
              ))}
            </RowList>
          )}
        </Card>
      )}
    </>
  );
}
