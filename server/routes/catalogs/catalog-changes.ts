import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#contract/routes/routes.ts';
import type { Actor } from '../../access/actor.ts';
import {
  type TableColumns,
  type WritableCatalog,
  writableCatalogs,
} from '../../commands/catalogs/writable-catalogs.ts';
import {
  type RowEdit,
  type RowChange,
  changeRow,
  createRow,
} from '../../commands/catalogs/change-catalog.ts';
import { setDoctorSignature } from '../../commands/catalogs/doctor-signature.ts';
import { notFoundError } from '../../base/errors.ts';
import { pictureType, readPicture } from '../../files/picture.ts';
import type { Context } from '../../http/context/context.ts';
import { readIfMatch, setRevisionTag } from '../../http/responses/etag.ts';
import { registerRoute } from '../../http/calls/register.ts';
import { auditContextOf } from '../../http/callers/audit-context.ts';
import { readSignatureUpload } from '../../http/bodies/upload.ts';
import { findInCatalog } from '../../queries/catalogs/catalogs.ts';

interface Caller {
  readonly actor: Actor;
  readonly branchId: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
interface RowCall extends Caller {
  readonly params: { readonly id: string };
}

export const rowChange = (context: Context, call: RowCall): RowChange => ({
  trace: auditContextOf(context, call),
  id: call.params.id,
  ifMatch: readIfMatch(call.request),
});

export const readRowHandler =
  <Item>({ db }: Context, { source, words }: WritableCatalog<never, Item>) =>
  async ({ params }: Pick<RowCall, 'params'>): Promise<Item> => {
    const item = await findInCatalog(db, source, params.id);
    if (!item) throw notFoundError(words.missing);
    return item;
  };

export const createRowHandler =
  <Body, Item>(context: Context, catalog: WritableCatalog<Body, Item>) =>
  (call: Caller & { readonly body: Body }): Promise<Item> =>
    context.db.transaction((tx) => createRow(tx, catalog, auditContextOf(context, call), call.body));

/** Returns the handler for a change of one row, which it makes from the request body. The response has the row's new ETag. */
const changing =
  <Body, Item extends { readonly revision?: number | undefined }>(
    context: Context,
    catalog: WritableCatalog<never, Item>,
    editOf: (body: Body, at: Date) => RowEdit,
  ) =>
  async (call: RowCall & { readonly body: Body }): Promise<Item> => {
    const change = rowChange(context, call);
    const edit = editOf(call.body, change.trace.at);
    const item = await context.db.transaction((tx) => changeRow(tx, catalog, change, edit));
    setRevisionTag(call.reply, item);
    return item;
  };

type Stamp = (at: Date) => TableColumns;
const noStamp: Stamp = () => ({});

/**
 * Returns the handlers for PUT, rename and status of a catalogue.
 * @param stampOf returns additional columns that PUT and rename set
 */
export const rowChangeHandlers = <Body, Item extends { readonly revision?: number | undefined }>(
  context: Context,
  catalog: WritableCatalog<Body, Item>,
  stampOf: Stamp = noStamp,
) => ({
  replace: changing(context, catalog, (body: Body, at) => ({
    what: 'replaced',
    columns: catalog.columnsOf(body),
    stamp: stampOf(at),
  })),
  rename: changing(context, catalog, ({ name }: { readonly name: string }, at) => ({
    what: 'renamed',
    columns: { name },
    stamp: stampOf(at),
  })),
  setStatus: changing(context, catalog, ({ is_active }: { readonly is_active: boolean }) => ({
    what: is_active ? 'activated' : 'deactivated',
    columns: { is_active },
  })),
});

function doctorRoutes(app: FastifyInstance, context: Context): void {
  const { db, files } = context;
  const doctors = rowChangeHandlers(context, writableCatalogs.doctors);
  registerRoute(app, context, routes.createDoctor, createRowHandler(context, writableCatalogs.doctors));
  registerRoute(app, context, routes.replaceDoctor, doctors.replace);
  registerRoute(app, context, routes.setDoctorStatus, doctors.setStatus);

  registerRoute(app, context, routes.setDoctorSignature, async (call) => {
    const picture = await readPicture('signature', await readSignatureUpload(call), call.actor.userId);
    return setDoctorSignature(db, rowChange(context, call), files, picture);
  });

  registerRoute(app, context, routes.doctorSignature, async ({ params, reply }) => {
    const { signature_key: key } = await readRowHandler(context, writableCatalogs.doctors)({ params });
    if (!key) throw notFoundError('El médico no tiene una firma registrada.');
    const bytes = await files.read(key);
    void reply.type(pictureType(bytes) ?? 'application/octet-stream');
    return bytes;
  });
}

export function catalogChangeRoutes(app: FastifyInstance, context: Context): void {
  const types = rowChangeHandlers(context, writableCatalogs.evaluationTypes);
  registerRoute(
    app,
    context,
    routes.createEvaluationType,
    createRowHandler(context, writableCatalogs.evaluationTypes),
  );
  registerRoute(app, context, routes.replaceEvaluationType, types.replace);
  registerRoute(app, context, routes.setEvaluationTypeStatus, types.setStatus);

  const companies = rowChangeHandlers(context, writableCatalogs.companies);
  registerRoute(app, context, routes.getCompany, readRowHandler(context, writableCatalogs.companies));
  registerRoute(app, context, routes.createCompany, createRowHandler(context, writableCatalogs.companies));
  registerRoute(app, context, routes.replaceCompany, companies.replace);
  registerRoute(app, context, routes.renameCompany, companies.rename);
  registerRoute(app, context, routes.setCompanyStatus, companies.setStatus);

  const exams = rowChangeHandlers(context, writableCatalogs.exams);
  registerRoute(app, context, routes.createExam, createRowHandler(context, writableCatalogs.exams));
  registerRoute(app, context, routes.replaceExam, exams.replace);
  registerRoute(app, context, routes.setExamStatus, exams.setStatus);

  const phrases = rowChangeHandlers(context, writableCatalogs.notePhrases);
  registerRoute(
    app,
    context,
    routes.createNotePhrase,
    createRowHandler(context, writableCatalogs.notePhrases),
  );
  registerRoute(app, context, routes.replaceNotePhrase, phrases.replace);
  registerRoute(app, context, routes.setNotePhraseStatus, phrases.setStatus);

  doctorRoutes(app, context);
}
