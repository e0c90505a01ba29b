import { type SQL, and, count, eq, sql } from 'drizzle-orm';
import type { User, UserList, UsersQuery } from '#contract/records/people/users.ts';
import type { Permission } from '#contract/vocabulary.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { userPermissions, users } from '../../schema/accounts/accounts.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';

export type FoundUser = User & { readonly revision: number };

const permissionsSql = sql<
  Permission[]
>`array(select ${userPermissions.permission} from ${userPermissions} where ${userPermissions.userId} = ${users.id})`;
// Raw SQL, because drizzle omits the table name of columns when a statement has only one table.
const doctorSql = sql<
  User['doctor']
>`(select json_build_object('id', doctors.id, 'name', doctors.name) from doctors where doctors.user_id = users.id)`;
const userColumns = {
  id: users.id,
  email: users.email,
  displayName: users.displayName,
  status: users.status,
  statusReason: users.statusReason,
  branchId: users.branchId,
  lastLoginAt: users.lastLoginAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  revision: users.revision,
  permissions: permissionsSql,
  doctor: doctorSql,
};

const selectUsers = (db: Executor) => db.select(userColumns).from(users).$dynamic();
type UserQueryRow = Awaited<ReturnType<typeof selectUsers>>[number];

const toUser = (row: UserQueryRow): FoundUser => ({
  id: row.id,
  email: row.email,
  display_name: row.displayName,
  status: row.status,
  status_reason: row.statusReason,
  branch_id: row.branchId,
  last_login_at: row.lastLoginAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  actions: row.permissions,
  doctor: row.doctor ?? null,
  revision: row.revision,
});

export async function findUser(db: Executor, id: string): Promise<FoundUser | null> {
  const [row] = await selectUsers(db).where(eq(users.id, id));
  return row ? toUser(row) : null;
}

const USER_SORT_COLUMNS: Readonly<Record<string, SQL>> = {
  display_name: sql`${users.displayName} collate "es-x-icu"`,
  email: sql`${users.email}`,
  created_at: sql`${users.createdAt}`,
  last_login_at: sql`${users.lastLoginAt}`,
};

/**
 * Returns the order of the users. An unknown sort column sorts by name. Users who never signed in come last in both directions.
 */
function userOrderSql({ sort = '', direction }: UsersQuery): SQL[] {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const column = Object.hasOwn(USER_SORT_COLUMNS, sort)
    ? USER_SORT_COLUMNS[sort]
    : USER_SORT_COLUMNS['display_name'];
  return [sql`${column} ${way} nulls last`, sql`${users.id} ${way}`];
}

export async function listUsers(db: Executor, query: UsersQuery): Promise<UserList> {
  const { q, status, page, page_size } = query;
  const where = and(searchTextCondition(users.searchText, q), status && eq(users.status, status));
  const rows = await selectUsers(db)
    .where(where)
    .orderBy(...userOrderSql(query))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db.select({ value: count() }).from(users).where(where);
  return { items: rows.map(toUser), total_count: total?.value ?? 0, page, page_size };
}

export async function findUserByEmail(
  db: Executor,
  email: string,
): Promise<{ readonly id: string } | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user;
}
