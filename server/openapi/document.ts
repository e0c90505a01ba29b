import { API_BASE, type Route, type RouteName, routes } from '#contract/routes/routes.ts';
import { jsonContent, rejectionResponses, responsesOfCall } from './responses.ts';
import { API_AREAS } from './areas.ts';
import { callDescriptions } from './calls/all.ts';
import { CODES_OUTSIDE_CALLS, ERROR_CODE_DESCRIPTIONS } from './codes.ts';
import type { FullCallDescription, UploadDescription } from './call-description.ts';
import { exampleOf } from './examples.ts';
import { RESPONSE_HEADERS } from './headers.ts';
import { requestHeaderParameters, parametersOf } from './parameters.ts';
import { type JsonSchema, componentSchemas, inlineSchema } from './schemas.ts';
import { securityOf, securitySchemes } from './security.ts';

const API_DESCRIPTION = `API of the Ventanilla server, for the front desk of occupational-health clinics.

Every error response is \`{code, message, details}\`. Programs decide by status and code; \`message\` is Spanish text for users.
Codes that belong to no call: ${CODES_OUTSIDE_CALLS.map((code) => `\`${code}\` (${ERROR_CODE_DESCRIPTIONS[code]})`).join(' ')}
A call with \`x-extension\` extends the base contract: another server may lack it. All request headers are optional.`;

function accessText({ access, branch }: Route): string {
  const who =
    access === 'public'
      ? 'Requires no session.'
      : access === 'session'
        ? 'Requires a session.'
        : `Requires ${access.length > 1 ? 'one of the permissions' : 'the permission'} ${access.map((code) => `\`${code}\``).join(', ')}.`;
  return branch ? `${who} Applies to the active branch.` : who;
}

function multipartBody({ part, types, maxBytes, fields }: UploadDescription) {
  const { properties = {}, required = [] } = fields ? inlineSchema(fields) : {};
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  const schema = {
    type: 'object',
    properties: { ...properties, [part]: file },
    required: [...required, part],
  };
  const encoding = { [part]: { contentType: types.join(', ') } };
  return { schema, encoding, example: { ...(fields && exampleOf(fields)), [part]: '(bytes)' } };
}

function requestBodyField({ body, bodyMayBeMissing }: Route, description: FullCallDescription) {
  if (!body) return {};
  const content =
    body === 'multipart'
      ? description.upload && { 'multipart/form-data': multipartBody(description.upload) }
      : jsonContent(body, description.body);
  return { requestBody: { required: bodyMayBeMissing !== true, content } };
}

function createOperation(operationId: string, route: Route, description: FullCallDescription) {
  const { area, text } = description;
  const [, summary, details] = /^(.+?)\.(?: (.+))?$/s.exec(text) ?? [];
  const parameters = parametersOf(route, description);
  return {
    operationId,
    tags: [area],
    summary,
    description: [details, accessText(route)].filter(Boolean).join(' '),
    security: securityOf(route, description),
    ...(typeof route.access !== 'string' && { 'x-permissions': route.access }),
    ...(route.ours && { 'x-extension': true }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyField(route, description),
    responses: responsesOfCall(route, description),
  };
}

const openApiPathOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');

const DESCRIBED_CALLS = (Object.entries(routes) as [RouteName, Route][]).map(
  ([name, route]) => [name, route, callDescriptions[name]] as const,
);

function createPaths() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of DESCRIBED_CALLS)
    (paths[openApiPathOf(call[1])] ??= {})[call[1].method.toLowerCase()] = createOperation(...call);
  return paths;
}

const SCHEMA_REFERENCE_PATTERN = /"#\/components\/schemas\/([^"]+)"/g;
const referencedSchemaNames = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(SCHEMA_REFERENCE_PATTERN)].map(([, name = '']) => name);

function usedSchemas(...parts: unknown[]): Record<string, JsonSchema> {
  const all = componentSchemas();
  const used = new Set(referencedSchemaNames(parts));
  // The loop also visits the components that it adds to `used`, because the iteration over a Set includes elements added during
  // the iteration.
  for (const name of used) for (const next of referencedSchemaNames(all[name])) used.add(next);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

/**
 * Builds the OpenAPI 3.1 document from the route table.
 * @param cookieName name of this server's session cookie
 */
export function buildOpenApi(cookieName: string) {
  const paths = createPaths();
  const responses = rejectionResponses(DESCRIBED_CALLS.map(([, ...call]) => call));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ventanilla',
      version: '1',
      description: API_DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_BASE, description: 'This server' }],
    tags: Object.entries(API_AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: usedSchemas(paths, responses),
      responses,
      parameters: requestHeaderParameters(),
      headers: RESPONSE_HEADERS,
      securitySchemes: securitySchemes(cookieName),
    },
  };
}
