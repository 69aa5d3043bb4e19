import type { AccountHead } from '../accounts/account.ts'
import { nextId } from '../accounts/identifier.ts'
import { verifyPassword } from '../accounts/password.ts'
import { forgetSurplusSessions, isLive, type Session, type User } from '../accounts/session.ts'
import { hashToken, newToken } from '../accounts/token.ts'
import { ApiError } from '../errors.ts'
import { isoTime } from '../time/clock.ts'
import { HOUR_MS } from '../time/duration.ts'
import { type DataOf, keyedRequest, type Operation } from './operation.ts'

/** POST /auth/login */
export const login: Operation<'login'> = async (request) => {
  const { body, now, document } = request
  const { caller } = keyedRequest(request)
  const user = await findUser(caller.account, body.email, body.password)
  const token = newToken(document.session.prefix)
  const open = (account: AccountHead) => {
    const opened: Session = {
      id: nextId(account, 'ses'),
      hash: hashToken(token),
      user_id: user.id,
      key_id: caller.key.id,
      created_at: now,
      expires_at: now + document.session.hours * HOUR_MS,
      ended_at: null,
    }
    account.sessions[opened.id] = opened
    forgetSurplusSessions(account.sessions, caller.key.id, now)
    return opened
  }
  const session = await request.change(open)
  return {
    data: {
      token,
      token_type: 'Bearer',
      expires_at: isoTime(session.expires_at),
      user: currentUser(caller.account, user, session),
    },
    message: 'Logged in. The token is shown only once.',
  }
}

/** POST /auth/logout */
export const logout: Operation<'logout'> = async (request) => {
  const { now } = request
  const { caller } = keyedRequest(request)
  const end = (account: AccountHead) => {
    const open = Object.values(account.sessions).filter(
      (session) =>
        isLive(session, now) &&
        (caller.session ? session.id === caller.session.id : session.key_id === caller.key.id),
    )
    for (const session of open) session.ended_at = now
    return open.length
  }
  const ended = await request.change(end)
  const message = caller.session
    ? 'Logged out.'
    : 'The sessions of this key are ended. The key itself stays valid.'
  return { data: { ended_sessions: ended }, message }
}

/** GET /auth/me */
export const getCurrentUser: Operation<'getCurrentUser'> = ({ caller: { account, session } }) => {
  const user = session ? account.users[session.user_id] : Object.values(account.users)[0]
  return { data: currentUser(account, user, session) }
}

/** GET /auth/verify, exactly as §4 shows it. */
export const verifyToken: Operation<'verifyToken'> = (request) => {
  const { caller, quota } = keyedRequest(request)
  const { account, key } = caller
  return {
    data: {
      key_id: key.id,
      account_id: account.id,
      permissions: [...key.permissions],
      rate_limit: { limit: quota.limit, remaining: quota.remaining },
    },
  }
}

async function findUser(account: AccountHead, email: string, password: string): Promise<User> {
  const wanted = email.trim().toLowerCase()
  const user = Object.values(account.users).find((each) => each.email.toLowerCase() === wanted)
  // Also for an unknown user, so that the time of a refusal does not show which addresses have one.
  const isRight = await verifyPassword(password, user?.password ?? '')
  if (!user || !isRight) {
    throw new ApiError(
      'wrong_login',
      'No user of this account has this e-mail address and password. Check both.',
    )
  }
  return user
}

function currentUser(
  account: AccountHead,
  user: User | undefined,
  session: Session | undefined,
): DataOf<'getCurrentUser'> {
  return {
    // An account without users, which a fixture may have, is its own user.
    id: user?.id ?? account.id,
    name: user?.name ?? account.name,
    email: user?.email ?? null,
    role: user?.role ?? 'owner',
    account: { id: account.id, name: account.name, plan: account.plan },
    session: session ? { id: session.id, expires_at: isoTime(session.expires_at) } : null,
  }
}
