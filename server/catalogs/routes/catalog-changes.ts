import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CATALOGS, type CatalogName } from '#contract/catalogs/all.ts';
import type { AnyCatalog } from '#contract/catalogs/catalog.ts';
import { type Route, routes } from '#contract/routes/routes.ts';
import type { Actor } from '../../platform/access/actor.ts';
import { type ColumnValues, type WritableCatalog, writableCatalogs } from '../commands/writable-catalogs.ts';
import {
  type RowEdit,
  type RowChangeContext,
  changeCatalogRow,
  createCatalogRow,
} from '../commands/change-catalog.ts';
import { setDoctorSignature } from '../commands/doctor-signature.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { pictureType, createPictureFromUpload } from '../../platform/files/picture.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, setRevisionTag } from '../../platform/http/responses/etag.ts';
import { type RouteHandler, registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { readSignatureUploadBytes } from '../../platform/http/bodies/upload.ts';
import { findInCatalog } from '../queries/catalogs.ts';

interface CatalogCall {
  readonly actor: Actor;
  readonly branchId: string | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
interface RowCall extends CatalogCall {
  readonly params: { readonly id: string };
}

export const toRowChangeContext = (context: Context, call: RowCall): RowChangeContext => ({
  trace: auditContextOf(context, call),
  id: call.params.id,
  ifMatch: readIfMatchRevisions(call.request),
});

export const readRowHandler =
  <Item>({ db }: Context, { source, words }: WritableCatalog<never, Item>) =>
  async ({ params }: Pick<RowCall, 'params'>): Promise<Item> => {
    const item = await findInCatalog(db, source, params.id);
    if (!item) throw notFoundError(words.missing);
    return item;
  };

const rowCreationHandler =
  <Body, Item>(context: Context, catalog: WritableCatalog<Body, Item>) =>
  (call: CatalogCall & { readonly body: Body }): Promise<Item> =>
    context.db.transaction((tx) => createCatalogRow(tx, catalog, auditContextOf(context, call), call.body));

/**
 * Returns the handler for a change of one row; `editOf` creates the change from the request body. The response has the row's
 * new ETag.
 */
const changeRowHandler =
  <Body, Item extends { readonly revision?: number | undefined }>(
    context: Context,
    catalog: WritableCatalog<never, Item>,
    editOf: (body: Body, at: Date) => RowEdit,
  ) =>
  async (call: RowCall & { readonly body: Body }): Promise<Item> => {
    const change = toRowChangeContext(context, call);
    const edit = editOf(call.body, change.trace.at);
    const item = await context.db.transaction((tx) => changeCatalogRow(tx, catalog, change, edit));
    setRevisionTag(call.reply, item);
    return item;
  };

type CreateStampColumns = (at: Date) => ColumnValues;
const noStamp: CreateStampColumns = () => ({});

/**
 * Returns the handlers for PUT, rename and status of a catalogue.
 * @param stampOf returns additional columns that PUT and rename set
 */
const rowChangeHandlers = <Body, Item extends { readonly revision?: number | undefined }>(
  context: Context,
  catalog: WritableCatalog<Body, Item>,
  stampOf: CreateStampColumns = noStamp,
) => ({
  replace: changeRowHandler(context, catalog, (body: Body, at) => ({
    what: 'replaced',
    columns: catalog.columnsOf(body),
    stamp: stampOf(at),
  })),
  rename: changeRowHandler(context, catalog, ({ name }: { readonly name: string }, at) => ({
    what: 'renamed',
    columns: { name },
    stamp: stampOf(at),
  })),
  setStatus: changeRowHandler(context, catalog, ({ is_active }: { readonly is_active: boolean }) => ({
    what: is_active ? 'activated' : 'deactivated',
    columns: { is_active },
  })),
});

/** Additional columns that a replacement or renaming of a row sets. */
const STAMPED_COLUMNS: Partial<Record<CatalogName, CreateStampColumns>> = {
  branches: (at) => ({ branding_updated_at: at }),
};

/** Registers the routes of a catalogue that read or change one row. */
export function registerRowRoutes(app: FastifyInstance, context: Context, name: CatalogName): void {
  const { calls, isReadById } = CATALOGS[name] as unknown as AnyCatalog;
  const catalog = writableCatalogs[name] as WritableCatalog<never, { revision?: number }>;
  const register = (call: string, handler: unknown) =>
    registerRoute(
      app,
      context,
      (routes as Record<string, Route>)[call] as Route,
      handler as RouteHandler<Route>,
    );
  const changes = rowChangeHandlers(context, catalog, STAMPED_COLUMNS[name]);
  register(`create${calls.one}`, rowCreationHandler(context, catalog));
  register(`replace${calls.one}`, changes.replace);
  register(`set${calls.one}Status`, changes.setStatus);
  if (!isReadById) return;
  register(`get${calls.one}`, readRowHandler(context, catalog));
  register(`rename${calls.one}`, changes.rename);
}

export function doctorSignatureRoutes(app: FastifyInstance, context: Context): void {
  const { db, files } = context;
  registerRoute(app, context, routes.setDoctorSignature, async (call) => {
    const picture = await createPictureFromUpload(
      'signature',
      await readSignatureUploadBytes(call),
      call.actor.userId,
    );
    return setDoctorSignature(db, toRowChangeContext(context, call), files, picture);
  });

  registerRoute(app, context, routes.doctorSignature, async ({ params, reply }) => {
    const { signature_key: key } = await readRowHandler(context, writableCatalogs.doctors)({ params });
    if (!key) throw notFoundError('El médico no tiene una firma registrada.');
    const bytes = await files.read(key);
    void reply.type(pictureType(bytes) ?? 'application/octet-stream');
    return bytes;
  });
}
