import { requestEvaluationTemplates } from '#sync/reads/evaluation-templates.ts';
import type { Account } from '#sync/session/session.ts';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { useDecisionOptions } from '../queries.ts';
import { RecordListPage } from '../record-list-page.tsx';
import { EvaluationTemplateForm } from './template-form.tsx';
import { templateSummary } from './template-values.ts';

/** `/admin/catalogs/templates`: texts and decisions that 'Todo normal' inserts into an evaluation. */
export function TemplatesPage({ account }: { account: Account }) {
  // Requests the options before the form opens, so that the form shows the clinic's programmes at once.
  useDecisionOptions(account.userId);
  return (
    <RecordListPage
      account={account}
      name="evaluation-templates"
      request={requestEvaluationTemplates}
      texts={{
        title: 'Plantillas',
        sub: 'Lo que «Todo normal» llena en una evaluación. El médico lo ve antes de firmar.',
        couldNotLoad: 'No se pudieron cargar las plantillas.',
        create: 'Nueva plantilla',
        list: 'Plantillas',
      }}
      empty={{
        title: 'Todavía no hay plantillas.',
        children: 'Con una plantilla, «Todo normal» llena lo vacío de una evaluación sana.',
      }}
      describe={(template) => ({
        key: template.id,
        title: template.name,
        badge: !template.is_active && <StatusTag kind="mute">Inactiva</StatusTag>,
        detail: templateSummary(template),
      })}
      Form={EvaluationTemplateForm}
    />
  );
}
