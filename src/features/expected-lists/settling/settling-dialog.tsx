import { Button, Modal } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { EVALUATION_STATUS_LABELS, type RepetitionDecision } from '#contract/vocabulary.ts';
import { formatNamePart, fullName } from '#domain/patient/name.ts';
import { shortId } from '#domain/text/short-id.ts';
import { formatDateTime } from '#domain/time/format.ts';
import { settleRepetition } from '#sync/expected/expected-lists.ts';
import { NO_QUEUE_NUMBER_TEXT, queueNumberText } from '#sync/messages/queue-number-text.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { useRestoreFocus } from '#ui/hooks/focus/use-focus-back.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { ChangeFailure, useExpectedChange } from '../base/expected-change.tsx';
import {
  decisionsFor,
  registrationsOf,
  type RegisteredStatus,
  type Registration,
  type RegistrationRole,
} from './registrations.ts';
import { useRegisteredEvaluations } from './use-registered-evaluations.ts';
import './settling-dialog.css';

const DECISION_TEXTS: Readonly<Record<RepetitionDecision, string>> = {
  keep: 'Se conserva',
  repeats: 'Repite a otra',
};
const DECISION_LABELS: Readonly<Record<RepetitionDecision, string>> = {
  keep: 'Conservar las dos',
  repeats: 'Esta repite a la otra',
};

function roleText(role: RegistrationRole): string {
  switch (role.type) {
    case 'first':
      return 'Cuenta para la lista';
    case 'unsettled':
      return 'Sin decidir';
    case 'settled':
      return `${DECISION_TEXTS[role.decision]}: lo decidió ${role.by} el ${formatDateTime(Date.parse(role.at))}`;
  }
}

const factsOf = ({ patient, ...item }: EvaluationListItem): readonly (readonly [string, string])[] => [
  ['Registrada', formatDateTime(Date.parse(item.started_at))],
  [
    'Paciente',
    `${formatNamePart(patient.full_name)}, ${patient.identification_type} ${patient.identification_number}`,
  ],
  ['Tipo', item.evaluation_type.name],
  ['Empresa', item.employer_company.name],
  ['Turno del dispositivo', queueNumberText({ turn: item.turn ?? null }) ?? NO_QUEUE_NUMBER_TEXT],
  ['Estado', EVALUATION_STATUS_LABELS[item.status]],
];

interface RegistrationCardProps {
  registration: Registration;
  item: EvaluationListItem | undefined;
  decisions: readonly RepetitionDecision[];
  canOpen: boolean;
  busy: boolean;
  disabledById: string | undefined;
  onDecide: (evaluationId: string, decision: RepetitionDecision) => void;
}

function RegistrationCard(props: RegistrationCardProps) {
  const { registration, item, decisions, canOpen, busy, disabledById, onDecide } = props;
  const { evaluationId, hasOtherDocument, role } = registration;
  const name = `Evaluación ${shortId(evaluationId)}`;
  return (
    <li className="registration" aria-label={name}>
      <h3>{name}</h3>
      <p className="registration-role">{roleText(role)}</p>
      {hasOtherDocument && <Notice kind="warn">El documento no es el de la persona citada.</Notice>}
      {item && (
        <dl className="registration-facts">
          {factsOf(item).map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="registration-actions">
        {decisions.map((decision) => (
          <Button
            key={decision}
            disabled={busy || disabledById !== undefined}
            aria-describedby={disabledById}
            onClick={() => onDecide(evaluationId, decision)}
          >
            {DECISION_LABELS[decision]}
          </Button>
        ))}
        {canOpen && (
          <Button component={Link} variant="subtle" to={`/evaluations/${evaluationId}`}>
            Ver evaluación
          </Button>
        )}
      </div>
    </li>
  );
}

interface SettlingDialogProps {
  account: Account;
  person: ExpectedPerson;
  status: RegisteredStatus;
  refetch: () => Promise<void>;
  onClose: () => void;
}

/** Evaluations of one person side by side, about which the user decides. Nothing is deleted, and each decision can be changed. */
export function SettlingDialog({ account, person, status, refetch, onClose }: SettlingDialogProps) {
  useRestoreFocus();
  const registrations = registrationsOf(status);
  const evaluations = useRegisteredEvaluations(
    account,
    registrations.map(({ evaluationId }) => evaluationId),
  );
  const { busy, trouble, change } = useExpectedChange(refetch);
  const reason = useDisabledReason(account);
  const reasonId = useId();
  const decide = (evaluationId: string, decision: RepetitionDecision) =>
    change({
      send: () => settleRepetition(person.id, { evaluation_id: evaluationId, decision }),
      done: 'Decisión guardada.',
      failed: 'No se pudo guardar la decisión.',
    });
  return (
    <Modal opened title={`Registros de ${fullName(person)}`} size="xl" onClose={onClose}>
      <p className="registrations-hint">
        Nada se borra y puedes cambiar de decisión. La que repite a otra deja de esperar al médico.
      </p>
      {evaluations.isLoading && <SkeletonCard shape="rows" lines={4} />}
      <ReadStateNotice problem={evaluations.problem} age={evaluations.age} onRetry={evaluations.refetch} />
      <div id={reasonId}>{reason !== null && <Notice kind="warn">{reason}</Notice>}</div>
      <ChangeFailure trouble={trouble} />
      <ul className="registrations">
        {registrations.map((registration) => (
          <RegistrationCard
            key={registration.evaluationId}
            registration={registration}
            item={evaluations.itemById.get(registration.evaluationId)}
            decisions={decisionsFor(registration, registrations)}
            canOpen={account.actions.includes('manage_evaluations')}
            busy={busy}
            disabledById={reason === null ? undefined : reasonId}
            onDecide={decide}
          />
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Cerrar</Button>
      </DialogActions>
    </Modal>
  );
}
