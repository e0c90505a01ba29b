import type { FastifyInstance } from 'fastify';
import { type EvaluationListItem, EVALUATIONS_FILE_MAX } from '#contract/records/evaluation/evaluations.ts';
import { routes } from '#contract/routes/routes.ts';
import { spreadsheetMediaType } from '#contract/spreadsheets.ts';
import { EVALUATION_STATUS_LABELS } from '#contract/vocabulary.ts';
import { formatNamePart } from '#domain/patient/name.ts';
import { spreadsheetFileName } from '#domain/file-names.ts';
import { appendActivity, filterNamesOf } from '../../audit/index.ts';
import { AppError } from '../../platform/base/errors.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { countHourlyOrReject } from '../../platform/http/callers/hourly-limit.ts';
import { contentDispositionFor } from '../../platform/http/responses/content-disposition.ts';
import { runInReadQueue } from '../../platform/http/responses/request-queues.ts';
import type { SpreadsheetColumn } from '../../platform/spreadsheet/columns.ts';
import { spreadsheet } from '../../platform/spreadsheet/spreadsheet.ts';
import { listAllEvaluationIds, readEvaluations } from '../queries/list/whole-list.ts';
import type { EvaluationContext } from './context.ts';

/** Maximum downloads of the list by a user in an hour, so that a stolen session cannot copy years of patients unnoticed. */
export const EVALUATION_FILES_PER_HOUR_MAX = 20;

/** Columns of the list without the aptitude, which is clinical. */
const COLUMNS: readonly SpreadsheetColumn<EvaluationListItem>[] = [
  { title: 'Inicio', kind: 'instant', width: 17, value: (item) => item.started_at },
  { title: 'Turno', kind: 'text', width: 9, value: (item) => item.turn ?? null },
  { title: 'Estado', kind: 'text', width: 12, value: (item) => EVALUATION_STATUS_LABELS[item.status] },
  { title: 'Tipo doc.', kind: 'text', width: 9, value: ({ patient }) => patient.identification_type },
  { title: 'Documento', kind: 'text', width: 16, value: ({ patient }) => patient.identification_number },
  { title: 'Paciente', kind: 'text', width: 34, value: ({ patient }) => formatNamePart(patient.full_name) },
  { title: 'Tipo de evaluación', kind: 'text', width: 26, value: (item) => item.evaluation_type.name },
  { title: 'Empresa empleadora', kind: 'text', width: 32, value: (item) => item.employer_company.name },
  {
    title: 'Empresa contratista',
    kind: 'text',
    width: 32,
    value: (item) => item.contractor_company?.name ?? null,
  },
  // Readers who count evaluations leave out the repetitions.
  {
    title: 'Repite otra',
    kind: 'text',
    width: 11,
    value: ({ repetition }) => (repetition?.state === 'repeats' ? 'Sí' : null),
  },
  { title: 'Cierre', kind: 'instant', width: 17, value: (item) => item.closing?.closed_at ?? null },
];

export function listFileRoute(app: FastifyInstance, context: EvaluationContext): void {
  const { db } = context;
  registerRoute(app, context, routes.evaluationsFile, async (call) => {
    const { actor, branchId, query, reply, request } = call;
    const inTurn = <Result>(read: () => Promise<Result>) => runInReadQueue(context.queues, request, read);
    const { format, ...filters } = query;
    const ids = await inTurn(() => listAllEvaluationIds(db, branchId, query));
    if (ids.length > EVALUATIONS_FILE_MAX)
      throw new AppError(
        'too_many_rows',
        `Son más de ${EVALUATIONS_FILE_MAX.toLocaleString('es-CO')} evaluaciones. Usa los filtros para descargar menos.`,
      );
    // A request for too many rows yields no file, and is not counted.
    await countHourlyOrReject(db, actor, {
      name: 'evaluations file',
      most: EVALUATION_FILES_PER_HOUR_MAX,
      message: 'Descargaste el listado muchas veces en una hora. Intenta de nuevo más tarde.',
    });
    const trace = auditContextOf(context, call);
    const detail = { format, rows: ids.length, filters: filterNamesOf(filters) };
    await appendActivity(db, trace, { action: 'evaluations_downloaded', detail });
    const name = spreadsheetFileName('evaluaciones', trace.at.getTime(), format);
    void reply.type(spreadsheetMediaType(format)).header('content-disposition', contentDispositionFor(name));
    return spreadsheet(format, COLUMNS, readEvaluations(db, { ids, inTurn, direction: query.direction }));
  });
}
