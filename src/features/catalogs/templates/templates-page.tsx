import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import { ReadProblemNotice } from '#components/read-notice.tsx';
import { DEFAULT_PROGRAMMES } from '#domain/evaluation/decisions.ts';
import { requestDecisionOptions } from '#sync/reads/decision-options.ts';
import { requestEvaluationTemplates } from '#sync/reads/evaluation-templates.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/card.tsx';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { catalogsQueryKey } from '#components/catalogs-query-key.ts';
import { useReadDisplay } from '#components/use-read-display.ts';
import { RowList } from '../row-list.tsx';
import { EvaluationTemplateForm } from './template-form.tsx';
import { templateSummary } from './template-values.ts';

/** Template in the form: `read` is null for a new one. Null if the form is closed. */
type EditedTemplate = { readonly id: string; readonly read: EvaluationTemplate | null } | null;

interface TemplateListProps {
  items: readonly EvaluationTemplate[];
  onEdit: (read: EvaluationTemplate) => void;
}

const TemplateList = ({ items, onEdit }: TemplateListProps) =>
  items.length === 0 ? (
    <EmptyState icon="check" title="Todavía no hay plantillas.">
      Con una plantilla, «Todo normal» llena lo vacío de una evaluación sana.
    </EmptyState>
  ) : (
    <RowList label="Plantillas">
      {items.map((template) => (
        <li key={template.id}>
          <span>
            <b>{template.name}</b> {!template.is_active && <StatusTag kind="mute">Inactiva</StatusTag>}
            <br />
            <small>{templateSummary(template)}</small>
          </span>
          <Button aria-label={`Editar ${template.name}`} onClick={() => onEdit(template)}>
            Editar
          </Button>
        </li>
      ))}
    </RowList>
  );

/** `/admin/catalogs/templates`: texts and decisions that 'Todo normal' inserts into an evaluation. */
export function TemplatesPage({ account }: { account: Account }) {
  const [edited, setEdited] = useState<EditedTemplate>(null);
  const client = useQueryClient();
  const queryKey = [...catalogsQueryKey(account.userId), 'evaluation-templates'] as const;
  const query = useQuery({
    queryKey,
    queryFn: requestEvaluationTemplates,
    staleTime: CACHE_LIFETIME_MS.list,
  });
  const options = useQuery({
    queryKey: [...catalogsQueryKey(account.userId), 'decision-options'],
    queryFn: requestDecisionOptions,
    staleTime: CACHE_LIFETIME_MS.list,
  });
  const { problem } = useReadDisplay(query, account, 'No se pudieron cargar las plantillas.');
  const all = query.data?.items;
  const close = () => setEdited(null);
  return (
    <>
      <PageHeader
        title="Plantillas"
        sub="Lo que «Todo normal» llena en una evaluación. El médico lo ve antes de firmar."
        actions={
          all && !edited ? (
            <Button variant="filled" onClick={() => setEdited({ id: crypto.randomUUID(), read: null })}>
              Nueva plantilla
            </Button>
          ) : undefined
        }
      />
      <ReadProblemNotice problem={problem} onRetry={query.refetch} />
      {query.isPending && <SkeletonCard shape="rows" lines={4} />}
      {edited && (
        <EvaluationTemplateForm
          key={edited.id}
          account={account}
          read={edited.read}
          id={edited.id}
          programmes={options.data?.programmes ?? DEFAULT_PROGRAMMES}
          reread={async () => (await query.refetch()).data?.items.find(({ id }) => id === edited.id) ?? null}
          onSaved={() => {
            toast('ok', 'Plantilla guardada.');
            close();
            void client.invalidateQueries({ queryKey });
          }}
          onClose={close}
        />
      )}
      {all && !edited && (
        <Card>
          <TemplateList items={all} onEdit={(read) => setEdited({ id: read.id, read })} />
        </Card>
      )}
    </>
  );
}
