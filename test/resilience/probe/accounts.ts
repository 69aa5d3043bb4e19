/** Part of every text of the victim that nobody else may see. It is in no id, because callers may send ids. */
export const MARKER = 'zqvictim7'

/** All that the probe does is at this time: the clocks of its servers are frozen. */
export const NOW = '2026-01-15T09:30:00Z'

export const ADMIN_TOKEN = 'admin-zqadmin9-0123456789abcdef'

export const VICTIM = {
  id: 'acc_victim',
  campaign: 'cmp_victimone',
  webhook: 'whk_victimone',
  alert: 'alr_victimone',
  key: `svc_test_${MARKER}full`,
  /** May read campaigns only. */
  restricted: `svc_restricted_${MARKER}reads`,
  expired: `svc_test_${MARKER}expired`,
  revoked: `svc_test_${MARKER}revoked`,
  elsewhere: `svc_test_${MARKER}elsewhere`,
  live: `svc_live_${MARKER}`,
  email: 'person@victim.example',
  password: 'victims-password',
}

export const ATTACKER = {
  id: 'acc_attacker',
  campaign: 'cmp_attackerone',
  webhook: 'whk_attackerone',
  alert: 'alr_attackerone',
  key: 'svc_test_attacker',
  restricted: 'svc_restricted_some',
  email: 'attacker@attacker.example',
  password: 'attacker-password',
}

/** An account that the operator changes in all ways. */
export const OPERATED = {
  id: 'acc_operated',
  key: 'svc_test_operated',
  campaign: 'cmp_operatedone',
}

/** The fixture of both servers. */
export const FIXTURE = `accounts:
  - id: ${VICTIM.id}
    name: ${MARKER} Ltd
    plan: Enterprise
    users: [{ email: ${VICTIM.email}, password: ${VICTIM.password}, name: ${MARKER} Person }]
    keys:
      - { token: ${VICTIM.key}, name: ${MARKER} key }
      - { token: ${VICTIM.restricted}, name: ${MARKER} reads, permissions: ['campaigns:read'] }
      - { token: ${VICTIM.expired}, name: ${MARKER} expired, created: -9d, expires: -1d }
      - { token: ${VICTIM.revoked}, name: ${MARKER} revoked, created: -9d, revoked: -1d }
      - { token: ${VICTIM.elsewhere}, name: ${MARKER} elsewhere, allowed_ips: [203.0.113.7] }
      - { token: ${VICTIM.live}, name: ${MARKER} live }
    campaigns:
      - id: ${VICTIM.campaign}
        name: ${MARKER} campaign
        type: serp
        keywords: [${MARKER} shoes, ${MARKER} boots]
        frequency: daily
        brand: ${MARKER} Brand
        domain: ${MARKER}.example
        competitors: [${MARKER}-rival.example]
        since: -20d
      - { id: cmp_victimtwo, name: ${MARKER} chat, type: chat, keywords: [best ${MARKER} shoes], frequency: daily, brand: ${MARKER} Brand, since: -20d }
    alerts:
      - { id: ${VICTIM.alert}, name: ${MARKER} alert, campaign_id: ${VICTIM.campaign}, event: ranking.changed }
    webhooks:
      - { id: ${VICTIM.webhook}, url: 'https://${MARKER}.example/hook', events: [ranking.changed], secret: ${MARKER}-webhook-secret, status: disabled }
  - id: ${ATTACKER.id}
    name: Attacker Ltd
    plan: Enterprise
    users: [{ email: ${ATTACKER.email}, password: ${ATTACKER.password}, name: An Attacker }]
    keys:
      - { token: ${ATTACKER.key} }
      - { token: ${ATTACKER.restricted}, permissions: ['rankings:read', 'webhooks:*'] }
    campaigns:
      - { id: ${ATTACKER.campaign}, name: Attack, type: serp, keywords: [attack one, attack two], frequency: daily, brand: Attack, domain: attack.example, competitors: [rival.example], since: -20d }
    alerts:
      - { id: ${ATTACKER.alert}, name: Attack alert, campaign_id: ${ATTACKER.campaign}, event: ranking.changed }
    webhooks:
      - { id: ${ATTACKER.webhook}, url: 'https://attack.example/hook', events: [ranking.changed], secret: attacker-webhook-secret, status: disabled }
  - id: ${OPERATED.id}
    keys: [{ token: ${OPERATED.key} }]
    campaigns:
      - { id: ${OPERATED.campaign}, name: Operated, type: serp, keywords: [operated], frequency: daily, since: -5d }
`
