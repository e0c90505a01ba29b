import type * as z from 'zod/mini';
import { type CATALOGS, buildPerCatalog } from '../../catalogs/all.ts';
import { type AnyCatalog, RenameBody, StatusBody } from '../../catalogs/catalog.ts';
import { type Route, idParams } from '../definition/route.ts';

interface RoutedCatalog {
  readonly path: string;
  readonly calls: { readonly one: string; readonly many: string };
  readonly read: Route['access'];
  readonly write: AnyCatalog['write'];
  readonly query: z.ZodMiniType;
  readonly Item: z.ZodMiniType;
  readonly Body: z.ZodMiniType;
  readonly List: z.ZodMiniType;
}

type ExtensionRouteMark<Catalog> = Catalog extends { isOurs: true } ? { readonly ours: true } : object;

interface CatalogListRoute<Catalog extends RoutedCatalog> {
  readonly method: 'GET';
  readonly path: Catalog['path'];
  readonly access: Catalog['read'];
  readonly query: Catalog['query'];
  readonly status: 200;
  readonly answer: Catalog['List'];
  readonly etag: true;
}
interface CatalogCreateRoute<Catalog extends RoutedCatalog> {
  readonly method: 'POST';
  readonly path: Catalog['path'];
  readonly access: readonly [Catalog['write']];
  readonly body: Catalog['Body'];
  readonly status: 201;
  readonly answer: Catalog['Item'];
}
interface CatalogGetRoute<Catalog extends RoutedCatalog> {
  readonly method: 'GET';
  readonly path: `${Catalog['path']}/:id`;
  /** 'session' if every session may read the list; otherwise the permission to change the rows. */
  readonly access: Catalog['read'] extends 'session' ? 'session' : readonly [Catalog['write']];
  readonly params: typeof idParams;
  readonly status: 200;
  readonly answer: Catalog['Item'];
}
interface CatalogChangeRoute<
  Catalog extends RoutedCatalog,
  Method extends 'PUT' | 'PATCH',
  Rest extends string,
  Body extends z.ZodMiniType,
> {
  readonly method: Method;
  readonly path: `${Catalog['path']}${Rest}`;
  readonly access: readonly [Catalog['write']];
  readonly params: typeof idParams;
  readonly body: Body;
  readonly status: 200;
  readonly answer: Catalog['Item'];
  readonly ifMatch: true;
}

type CatalogRoutesOf<Catalog extends RoutedCatalog> = Record<
  `list${Catalog['calls']['many']}`,
  CatalogListRoute<Catalog> & ExtensionRouteMark<Catalog>
> &
  Record<`create${Catalog['calls']['one']}`, CatalogCreateRoute<Catalog> & ExtensionRouteMark<Catalog>> &
  Record<
    `replace${Catalog['calls']['one']}`,
    CatalogChangeRoute<Catalog, 'PUT', '/:id', Catalog['Body']> & ExtensionRouteMark<Catalog>
  > &
  Record<
    `set${Catalog['calls']['one']}Status`,
    CatalogChangeRoute<Catalog, 'PATCH', '/:id/status', typeof StatusBody> & ExtensionRouteMark<Catalog>
  > &
  (Catalog extends { isReadById: true }
    ? Record<`get${Catalog['calls']['one']}`, CatalogGetRoute<Catalog>> &
        Record<
          `rename${Catalog['calls']['one']}`,
          CatalogChangeRoute<Catalog, 'PATCH', '/:id', typeof RenameBody>
        >
    : object);

/** Returns the routes of a catalogue: list, create, replace, status and, if the API has them, single row and rename. */
function createCatalogRoutes(catalog: AnyCatalog): Record<string, Route> {
  const { path, read, Item, Body, List, query, isOurs, isReadById, largeBody } = catalog;
  const { one, many } = catalog.calls;
  const ours = isOurs ? ({ ours: true } as const) : {};
  const access = [catalog.write] as const;
  const size = largeBody ? ({ largeBody } as const) : {};
  const row = { ...ours, access, params: idParams, status: 200, answer: Item, ifMatch: true } as const;
  return {
    [`list${many}`]: {
      ...ours,
      method: 'GET',
      path,
      access: read,
      query,
      status: 200,
      answer: List,
      etag: true,
    },
    [`create${one}`]: {
      ...ours,
      ...size,
      method: 'POST',
      path,
      access,
      body: Body,
      status: 201,
      answer: Item,
    },
    [`replace${one}`]: { ...row, ...size, method: 'PUT', path: `${path}/:id`, body: Body },
    [`set${one}Status`]: { ...row, method: 'PATCH', path: `${path}/:id/status`, body: StatusBody },
    ...(isReadById && {
      [`get${one}`]: {
        method: 'GET',
        path: `${path}/:id`,
        access: read === 'session' ? read : access,
        params: idParams,
        status: 200,
        answer: Item,
      },
      [`rename${one}`]: { ...row, method: 'PATCH', path: `${path}/:id`, body: RenameBody },
    }),
  };
}

type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type CatalogRoutesOfEach<Catalog> = Catalog extends RoutedCatalog ? CatalogRoutesOf<Catalog> : never;
type CatalogRoutes = UnionToIntersection<CatalogRoutesOfEach<(typeof CATALOGS)[keyof typeof CATALOGS]>>;

/** Routes of all catalogues, named after `calls` of each definition. */
export const catalogRoutes = Object.assign({}, ...Object.values(buildPerCatalog(createCatalogRoutes))) as {
  readonly [Name in keyof CatalogRoutes]: CatalogRoutes[Name];
};
