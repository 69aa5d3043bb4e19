// Made by `npm run generate` from spec/; do not edit.

export interface paths {
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the sandbox is
         * @description Open to all callers, since the health checks of platforms cannot send a token.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getControlDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make accounts what a fixture has them to be
         * @description Without a body the operator resets the whole sandbox: accounts that the fixture does not have are removed, all quotas and usage are fresh, and the log of requests is empty. With `account`, and with an account's own key always, it is that account alone. There is no way back, but for snapshots that were saved before.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/specification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is stated, what is assumed, and what overlays changed
         * @description The ledger of facts beside the assumptions, what each --overlay changed, and where each operation and the members of its answers come from.
         */
        get: operations["getSpecification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an account's clock shows */
        get: operations["getClock"];
        put?: never;
        /**
         * Set, freeze or advance an account's clock
         * @description Advancing lets all that falls due happen in order, each at its own time: campaigns run, events are delivered and retried, and quotas, keys, sessions and links expire. The answer comes when that is done. Setting moves the clock without anything happening in between.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/stream": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * That an account has changed
         * @description Server-sent events: `ready` first, then `changed` whenever the account was written to by way of the API, steered by way of the control plane, or its campaigns ran; changes that come together are told once. The operator hears of accounts that come and go, too. What has changed is not said: ask again for what you show.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an event happen now
         * @description The event is about a campaign of the account, with data as a run would find it, over which data of one's own can be laid. It goes to the webhooks that want it and to whoever listens, or, with `to`, to that address alone, once.
         */
        post: operations["triggerEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of an account as they come
         * @description Server-sent events. The first is `ready`, with the secret to sign with; each of the others is named by its kind. A listener that comes again with the id that it saw last, that of `ready` included, gets what came in between.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of an account, newest first
         * @description Pending ones are all kept, of the others the last 1,000.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        /** A delivery with all of its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/resend": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more, now
         * @description The same event with the same webhook-id, signed anew, to the address that the webhook has now. The answer comes with the outcome of the attempt, which does not change when the next one of the schedule is due.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's own receiver, and what it received
         * @description Give its url to a webhook to try webhooks without a receiver of your own. In memory: the last 100 requests of each account. Where those of all accounts take more than 64 MB, the oldest of the account that takes most are dropped. They are forgotten by a restart, a reset and when a snapshot is restored.
         */
        get: operations["getReceiver"];
        /**
         * Set how the receiver answers
         * @description From the next request on; what is left out stays as it is. An error lets a delivery be retried, 410 disables the webhook, a redirect is not followed, and a delay of more than 15 seconds is a timeout.
         */
        put: operations["updateReceiver"];
        post?: never;
        /** Forget what was received, and answer as at first */
        delete: operations["clearReceiver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/{receiver_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the receiver's url. */
                receiver_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * @description Open to all who know the address, as receivers are. Takes any body up to 1 MB and records it with a verdict on its signature. The answer is the one that was set, without a body; a redirect leads to the same address.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The fault rules of an account, in the order in which they are tried */
        get: operations["listFaults"];
        put?: never;
        /**
         * Let requests fail
         * @description A rule acts on requests of the account that are valid otherwise: with a key that is valid and permitted, within its quota, and kept to the document. Rules are tried in the order of their creation. One that only delays lets those after it act too, delays adding up to 60 seconds at most; any other is the last. A request with X-Sandbox-Error, X-Sandbox-Delay or Prefer: code asks for itself, and no rule acts on it. What a rule acted on says so in the header X-Sandbox-Fault.
         */
        post: operations["createFault"];
        /** Delete all fault rules of an account */
        delete: operations["deleteFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/faults/{id}": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        /** One fault rule */
        get: operations["getFault"];
        /**
         * Change a fault rule
         * @description Fields that are sent replace the stored ones, the rest stays, its place among the rules included. What it does is replaced as a whole when one of error, status, delay, connection, body and missing_headers is sent. A count that is sent starts over.
         */
        put: operations["updateFault"];
        post?: never;
        /** Delete a fault rule */
        delete: operations["deleteFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests to the service and their answers, the newest first
         * @description In memory: the last 1,000 of each account, and the last 1,000 without a valid key, which the operator alone sees. Where all of them take more than 64 MB, the oldest of the account that takes most are dropped. Requests to the control plane are not among them.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Forget the requests of an account, or all of them
         * @description Filters have no effect here; the account has.
         */
        delete: operations["deleteRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/stream": {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests as they are answered
         * @description Server-sent events: `request` with the id and the fields of a logged request. With Last-Event-ID, which browsers send by themselves when they connect again, it begins after that one, otherwise with the next, or with what `since` says. A reader that is too slow gets the event `missed` in place of what was dropped meanwhile.
         */
        get: operations["streamRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/wait-for": {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for a request
         * @description Answers with the oldest logged request that fits, at once when there is one. What counts begins with `since`, or with all that is logged; delete the log first to wait for something new. After the timeout the answer is 408.
         */
        get: operations["waitForRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/{id}": {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
            };
            header?: never;
            path: {
                /** @description Id of the request in the log. */
                id: string;
            };
            cookie?: never;
        };
        /** One logged request */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of an account
         * @description In order of creation. Tokens are never among it, since they are not kept.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description The answer holds its token, which is shown this once.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        /** A key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Delete a key, with immediate effect
         * @description Every later request with its token fails (§3); requests that are being answered are answered. It stays listed with `include_deleted`. The last key that can steer its account does not delete itself.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{key_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a key was used for, by day
         * @description Requests of the API since the account came to be or was reset, up to this moment; 400 days at most.
         */
        get: operations["getKeyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The accounts of the sandbox */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account from a fixture, with a key of its own
         * @description The keys of a named fixture are left out, since a token opens one account only; those of a fixture that is sent along are kept. The token of the new key is shown this once. A fixture that is sent along may have 262,144 characters, 100 accounts, 100,000 keywords in all, and of each account 100 users, 99 keys and 10,000 campaigns, generated ones included; a campaign may have as many keywords and competitors as one that is created by a request. The operator's files have none of these limits.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        /** An account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Remove an account and all that it owns
         * @description Its keys, campaigns and snapshots go with it. There is no way back.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account of one's own in a hosted demo
         * @description Open where the sandbox was started with --open-signup. The account begins as the first one of the sandbox's fixture and is removed when it was not used for some days. An address has 5 sign-ups an hour and 20 a day. The token, which is shown this once, opens the API and steers this account.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots": {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The snapshots of an account */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save the whole state of an account under a name
         * @description What was saved under that name before is replaced. An account has 20 at most.
         */
        post: operations["saveSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a snapshot */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snapshots/{name}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return to a snapshot
         * @description All that the account owns is as it was: campaigns, keys, sessions, webhooks, deliveries, and what its clock shows; a clock that ran runs on from there. Quotas of its keys are fresh. Usage statistics are not taken back, since they tell what really happened.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Success: {
            /** @constant */
            success: true;
            /** @description What was asked for. */
            data: unknown;
            message?: string;
            meta: {
                /** Format: date-time */
                timestamp: string;
                /** @description Release of the API that is served. */
                version: string;
                pagination?: {
                    total: number;
                    limit: number;
                    offset: number;
                    has_more: boolean;
                };
            };
        };
        Specification: {
            /** @description What the provider states and what can be proved or broken (spec/facts.yaml). */
            facts: components["schemas"]["Fact"][];
            /** @description Where the provider is silent, what was chosen (spec/assumptions.overlay.yaml), in order. */
            assumptions: components["schemas"]["Assumption"][];
            /** @description What --overlay gave, in order. */
            overlays: components["schemas"]["AppliedOverlay"][];
            /** @description Those of the document that is served. */
            operations: components["schemas"]["OperationOrigin"][];
        };
        /**
         * @description Whether the provider states it, it is assumed where the provider is silent, or an overlay brought or changed it.
         * @enum {string}
         */
        Origin: "stated" | "assumed" | "overlay";
        Fact: {
            /** @description Its section and a number, such as 4.7. */
            id: string;
            /** @description Where it stands in the interface specification. */
            section: string;
            statement: string;
            /**
             * @description Whether a check over HTTP proves it, only a test of the sandbox can, or nothing can.
             * @enum {string}
             */
            proof: "contract" | "sandbox" | "none";
            /** @description Why no check over HTTP can prove it. */
            why?: string;
            /** @description What keeps a check from failing a server that does nothing wrong. */
            note?: string;
            /** @description The operations that it concerns; absent where it concerns none. */
            operations?: "all" | string[];
        };
        Assumption: {
            /** @description Its place among the actions. */
            number: number;
            /** @description What the action changes (JSONPath by RFC 9535). */
            target: string;
            /** @description What the specification leaves open, and why this was chosen. */
            description: string;
            /** @description Sections of the interface specification that it names, such as §7. */
            sections: string[];
            /** @description operationIds of the operations that it concerns; none where it concerns none in particular. */
            operations: string[];
            /** @description What it added, changed or removed in the document (JSON Pointers). */
            pointers: string[];
            /** @description Files of the overlays that change something of it. */
            changed_by: string[];
        };
        AppliedOverlay: {
            /** @description Name of the file without its folder. */
            file: string;
            title: string | null;
            version: string | null;
            actions: {
                /** @description JSONPath by RFC 9535. */
                target: string;
                description: string | null;
                changes: components["schemas"]["DocumentChange"][];
                /** @description How many changes are left out. */
                more_changes: number;
            }[];
        };
        DocumentChange: {
            /** @description Place in the document (JSON Pointer). */
            pointer: string;
            /** @description What stood there; absent where there was nothing. */
            before?: unknown;
            /** @description What stands there now; absent where there is nothing. */
            after?: unknown;
        };
        OperationOrigin: {
            /** @description Its operationId. */
            id: string;
            /** @example GET */
            method: string;
            /** @example /campaigns */
            path: string;
            summary: string | null;
            origin: components["schemas"]["Origin"];
            /** @description The stated members of its answers, as JSON Pointers into the body with * for any entry of a list and any member of a map. All other members are assumed or come from an overlay. */
            stated_members: {
                /**
                 * @example [
                 *       "/success",
                 *       "/data",
                 *       "/data/*\/id"
                 *     ]
                 */
                success: string[];
                /**
                 * @example [
                 *       "/success",
                 *       "/error",
                 *       "/error/code"
                 *     ]
                 */
                failure: string[];
            };
            /** @description Stated headers of its answers in lower case. */
            stated_headers: string[];
        };
        Clock: {
            /** @description Id of the account. */
            account: string;
            /**
             * Format: date-time
             * @description What the clock shows.
             */
            now: string;
            /** @description Whether it stands still. */
            frozen: boolean;
            /**
             * Format: date-time
             * @description When a campaign runs next; null when none will.
             */
            next_run: string | null;
        };
        /** @description What happened while the clock was moved. */
        ClockSummary: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Campaign runs. */
            runs: number;
            /** @description Events that came out of them by kind. */
            events: {
                "campaign.completed": number;
                "ranking.changed": number;
                "mention.detected": number;
            };
            /** @description What became of the attempts to deliver events. */
            deliveries: {
                /** @description Deliveries that succeeded. */
                delivered: number;
                /** @description Attempts that failed. */
                failed_attempts: number;
                /** @description Deliveries that are still to be tried again. */
                pending: number;
            };
        };
        /** @enum {string} */
        EventKind: "campaign.completed" | "ranking.changed" | "mention.detected";
        Event: {
            /** @description The webhook-id of every attempt to deliver it. */
            id: string;
            type: components["schemas"]["EventKind"];
            /**
             * Format: date-time
             * @description On the account's clock.
             */
            at: string;
            campaign_id: string;
            data: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** @description An event on its way to a webhook. */
        Delivery: {
            id: string;
            /** @description The webhook-id header. */
            event_id: string;
            webhook_id: string;
            campaign_id: string;
            type: components["schemas"]["EventKind"];
            /** @description What is sent. */
            body: string;
            /**
             * Format: date-time
             * @description On the account's clock.
             */
            created_at: string;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it is tried next on the account's clock; null when it is not.
             */
            next_attempt_at: string | null;
            /** @description Why it failed where that was not its last attempt: its webhook was disabled, for one. */
            failure_reason?: string;
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description One request to a receiver and what came of it. */
        Attempt: {
            /**
             * Format: date-time
             * @description On the account's clock.
             */
            at: string;
            url: string;
            /** @description Whether somebody asked for it. */
            manual: boolean;
            duration_ms: number;
            request_headers: {
                [key: string]: string;
            };
            /** @description Status of the answer; null without one. */
            status: number | null;
            response_headers: {
                [key: string]: string;
            };
            /** @description Its beginning. */
            response_body: string;
            /** @description Why it failed; null when it succeeded. */
            error: string | null;
        };
        Receiver: {
            /**
             * @description Where it receives, for the url of a webhook. It cannot be guessed and stays the same over restarts of a sandbox that keeps its data; a reset of the account gives another.
             * @example http://127.0.0.1:4010/_sandbox/receiver/rcv_5b1f0c2ad86e49d7b3a1f6c05e2d7a94
             */
            url: string;
            answer: components["schemas"]["ReceiverAnswer"];
            /** @description The newest first. */
            received: components["schemas"]["ReceivedRequest"][];
        };
        ReceiverAnswer: {
            /** @description 204 at first. */
            status: number;
            /** @description Milliseconds before the answer, in real time; 0 at first. */
            delay_ms: number;
        };
        ReceiverAnswerInput: {
            /**
             * @description What requests are answered with.
             * @example 500
             */
            status?: number;
            /**
             * @description Milliseconds before the answer, in real time; senders wait 15,000.
             * @example 20000
             */
            delay_ms?: number;
        };
        /** @description A request to the receiver of an account, whether or not it was an event. */
        ReceivedRequest: {
            /** @example rec_7 */
            id: string;
            /**
             * Format: date-time
             * @description On the account's clock.
             */
            received_at: string;
            /** @description The webhook-id header, the event_id of deliveries. */
            event_id: string | null;
            /** @description Kind of the event, where the body is JSON that names one. */
            type: string | null;
            /** @description By name in lower case; what gives access is struck out, as in the log of requests. */
            headers: {
                [key: string]: string;
            };
            /** @description As it was sent, its first 64 kB. */
            body: string;
            /** @description Whether the body was longer than what is kept of it. */
            truncated: boolean;
            /**
             * @description By the rules of Standard Webhooks, and the secrets of the account's webhooks that point here and of its listeners. unknown: there is no secret or no scheme to judge it by.
             * @enum {string}
             */
            signature: "valid" | "invalid" | "missing" | "unknown";
            /** @description Why, for people to read. */
            reason: string;
            /** @description Null as long as the answer is delayed, and where the sender hung up before it. */
            answered_status: number | null;
        };
        /** @description What a rule acts on, and what it does. What is left out of the first excludes nothing. */
        FaultInput: {
            /** @description a name, for people to read */
            name?: string;
            /** @description true, which it is if left out, or false */
            enabled?: boolean;
            /**
             * @description an operationId of the API, such as listCampaigns, or a list of them
             * @example listCampaigns
             */
            operation?: string | string[];
            /**
             * @description an HTTP method, or a list of them
             * @example POST
             */
            method?: string | string[];
            /**
             * @description a path below the root of the API; * stands for any characters, as in /campaigns/*
             * @example /campaigns/*
             */
            path?: string;
            /**
             * @description the id of a key, the first 8 characters of its token, or the token itself, which is kept as the id
             * @example key_3xsh7ky8nk2c
             */
            key?: string;
            /**
             * @description a number above 0 and up to 1, the share of the requests that fit
             * @example 0.1
             */
            share?: number;
            /**
             * @description a code of the API's errors
             * @example server_error
             * @enum {string}
             */
            error?: "invalid_request" | "authentication_failed" | "not_found" | "rate_limit_exceeded" | "server_error" | "invalid_api_key" | "missing_api_key" | "insufficient_permissions" | "INVALID_TOKEN";
            /**
             * @description a status from 400 to 599, in place of the one that the document gives the error; alone, it decides on the error
             * @example 503
             */
            status?: number;
            /**
             * @description milliseconds up to 60000, or a mapping with median and p99 of a log-normal distribution of them
             * @example 800
             */
            delay?: number | {
                /** @description milliseconds up to 60000 */
                median: number;
                /** @description milliseconds up to 60000 */
                p99: number;
            };
            /**
             * @description reset (broken off, TCP RST) or empty (closed without an answer)
             * @enum {string}
             */
            connection?: "reset" | "empty";
            /**
             * @description truncated (half of it, then the connection is closed) or malformed (all of it, no JSON)
             * @enum {string}
             */
            body?: "truncated" | "malformed";
            /**
             * @description a list of response headers that are left out
             * @example [
             *       "X-RateLimit-Remaining"
             *     ]
             */
            missing_headers?: string[];
            /**
             * @description a whole number from 1, how often it acts before it lets requests pass
             * @example 3
             */
            count?: number;
            /**
             * @description a length of time on the account's clock, such as 90s, 10m or 1h
             * @example 10m
             */
            expires_in?: string;
            /**
             * Format: date-time
             * @description a time on the account's clock in ISO 8601
             */
            expires_at?: string;
        };
        Fault: {
            /** @example flt_3xsh7ky8nk2c */
            id: string;
            /** @description Id of the account. */
            account: string;
            name: string | null;
            enabled: boolean;
            /**
             * @description Whether it acts, or why it does not.
             * @enum {string}
             */
            state: "active" | "disabled" | "used_up" | "expired";
            /** @description How often it acted; without a count, since the sandbox started or the rule was changed. */
            matched: number;
            /** @description How often it will act yet; null without a count. */
            remaining: number | null;
            operation?: string[];
            method?: string[];
            path?: string;
            key?: string;
            share?: number;
            error?: string;
            status?: number;
            delay?: number | {
                median?: number;
                p99?: number;
            };
            /** @enum {string} */
            connection?: "reset" | "empty";
            /** @enum {string} */
            body?: "truncated" | "malformed";
            missing_headers?: string[];
            count?: number;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        LoggedMessage: {
            /** @description By name in lower case; what gives access is struck out. */
            headers: {
                [key: string]: string;
            };
            /** @description As it was sent, its first 16 kB; null where there was none, or a file. */
            body: string | null;
            /** @description Whether the body was longer than what is kept of it. */
            truncated: boolean;
        };
        LoggedRequest: {
            /** @example req_12 */
            id: string;
            /** @description X-Request-Id of the answer. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it came, on the clock of the account.
             */
            time: string;
            account: string | null;
            key: {
                id: string;
                /** @description What its token begins with. */
                prefix: string;
            } | null;
            method: string;
            /** @description Path and query, with tokens, signatures and other secrets struck out. */
            url: string;
            /** @description Its operationId. */
            operation: string | null;
            /** @description Null where no answer was sent. */
            status: number | null;
            /** @description Code of the error. */
            error: string | null;
            duration_ms: number;
            /** @description Ids of the fault rules that acted on it, with commas. */
            fault: string | null;
            /** @description Whether the request keeps to the document; null where it was refused before that was looked at. */
            validation: {
                valid: boolean;
                issues: {
                    /** @enum {string} */
                    in: "body" | "query" | "path" | "header" | "cookie";
                    path: string;
                    message: string;
                    /** @description The value at fault. */
                    value?: unknown;
                }[];
            } | null;
            request: components["schemas"]["LoggedMessage"];
            response: components["schemas"]["LoggedMessage"];
        };
        ResetInput: {
            /** @description Name of a fixture of the package (demo, empty, starter), or of a YAML file beside the one that the sandbox was started with, without .yaml. Default: what the sandbox was started with. */
            fixture?: string;
            /** @description Id of the one account to reset. */
            account?: string;
        };
        KeyInput: {
            /** @example Dashboard */
            name: string;
            /**
             * @description test or restricted (§5.3). Default: restricted for a key with fewer permissions than all, else test.
             * @example restricted
             */
            type?: string;
            /**
             * @description `<resource>:<action>`, `<resource>:*`, or `*` for all, which is the default of a test key.
             * @example [
             *       "campaigns:read",
             *       "rankings:read"
             *     ]
             */
            permissions?: string[];
            /** @description Requests an hour, in place of the plan's. */
            rate_limit?: number;
            /**
             * @description IPv4 or IPv6 addresses or CIDR blocks from which alone the key may be used.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            allowed_ips?: string[];
            /**
             * @description How long it is valid.
             * @example 90d
             */
            expires_in?: string;
            /**
             * Format: date-time
             * @description Until when it is valid, on the account's clock.
             */
            expires_at?: string;
        };
        Key: {
            id: string;
            name: string;
            /** @description test, restricted, or live, which a sandbox refuses. */
            type: string;
            /** @description The first 8 characters of the token (§2). */
            prefix: string;
            permissions: string[];
            /** @description Requests an hour; null where the plan's limit applies. */
            rate_limit: number | null;
            /** @description Empty means from anywhere. */
            allowed_ips: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was deleted.
             */
            revoked_at: string | null;
            /** @description Whether it is in use and older than 90 days (§5.6). */
            rotation_due: boolean;
            /** @enum {string} */
            status: "active" | "expired" | "deleted";
        };
        NewKey: components["schemas"]["Key"] & {
            /** @description Shown this once. */
            token: string;
        };
        KeyUsage: {
            key_id: string;
            /** Format: date-time */
            last_used_at: string | null;
            total: components["schemas"]["UsageCounts"];
            /** @description Days with requests, newest first, on the account's clock in UTC. */
            days: ({
                /** Format: date */
                date: string;
            } & components["schemas"]["UsageCounts"])[];
        };
        UsageCounts: {
            /** @description All of them. */
            requests: number;
            /** @description Those answered with 429. */
            rate_limited: number;
            /** @description Those answered with 4xx; 429 is among them. */
            client_errors: number;
            /** @description Those answered with 5xx. */
            server_errors: number;
        };
        SignUpInput: {
            /** @description Name of the account. */
            name?: string;
        };
        AccountInput: {
            /**
             * @description 1 to 64 letters, digits, _ or -. Default: one that nobody has.
             * @example acc_alice
             */
            id?: string;
            /** @description Default: that of the fixture. */
            name?: string;
            /**
             * @description One of the plans of the API document. Default: that of the fixture.
             * @example Starter
             */
            plan?: string;
            /** @description Seed of its generated data. Default: the sandbox's. */
            seed?: number;
            /**
             * @description Name of a fixture as POST /reset takes it, or a fixture itself: as YAML text, or as JSON. Default: what the sandbox was started with.
             * @example demo
             */
            fixture?: string | Record<string, unknown>;
            /**
             * @description Which account of the fixture. Default: the first.
             * @example acc_starter
             */
            fixture_account?: string;
        };
        Account: {
            id: string;
            name: string;
            plan: string;
            /** @description How many it has. */
            campaigns: number;
            /** @description How many it has, but for deleted ones. */
            keys: number;
            /** @enum {string} */
            made_by: "fixture" | "operator" | "signup";
            /** @description Name of the fixture that it was made of; null for one that was sent along. */
            fixture: string | null;
            /**
             * Format: date-time
             * @description On the server's clock; null for an account of the fixture.
             */
            created_at: string | null;
            /**
             * Format: date-time
             * @description When one of its keys was last used, on the account's clock.
             */
            last_used_at: string | null;
        };
        NewAccount: components["schemas"]["Account"] & {
            key: components["schemas"]["NewKey"];
        };
        SnapshotInput: {
            /**
             * @description Lower-case letters, digits, - and _.
             * @example logged-in
             */
            name: string;
        };
        Snapshot: {
            name: string;
            /** @description Id of the account. */
            account: string;
            /**
             * Format: date-time
             * @description On the server's clock.
             */
            saved_at: string | null;
            /**
             * Format: date-time
             * @description What the account's clock showed.
             */
            shows: string | null;
            /** @description How many there are in it. */
            campaigns: number | null;
            /** @description Why it cannot be restored, if so: its file is damaged. */
            problem: string | null;
        };
    };
    responses: {
        /** @description The caller may not do that, or it cannot be done; the message says why and what helps. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: false;
                    error: {
                        code: string;
                        message: string;
                        details?: {
                            [key: string]: unknown;
                        };
                    };
                    meta: {
                        /** Format: date-time */
                        timestamp: string;
                        version: string;
                    };
                };
            };
        };
    };
    parameters: {
        /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
        account: string;
        /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
        loggedAccount: string;
        method: string;
        /** @description A status, a class of them (4xx), or none for requests that got no answer. */
        status: string;
        /** @description What the path begins with; the API's root may be left out. */
        path: string;
        /** @description operationId of the API. */
        operation: string;
        /** @description Id of a key, or what its token begins with. */
        key: string;
        /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
        since: string;
        /** @description What the address, the headers or the bodies hold, whatever its case. */
        text: string;
        /** @description Id of a key, as GET /auth/verify tells it. */
        keyId: string;
        /** @description Name of a snapshot. */
        snapshotName: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @constant */
                            status: "ok";
                            /** @description Release of the API that is served. */
                            api_version: string;
                            accounts: number;
                            /** @enum {string} */
                            storage: "ephemeral" | "disk";
                            /** @description Whether a used-up quota refuses requests. */
                            rate_limits: boolean;
                            /** @description Whether visitors can make accounts of their own. */
                            signup: boolean;
                            /**
                             * Format: date-time
                             * @description What the clock shows.
                             */
                            now: string;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getControlDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document itself, without an envelope around it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: {
                /** @description As in the body; where both name one, the same. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResetInput"];
            };
        };
        responses: {
            /** @description It is done, and durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @description Ids of the accounts. */
                            accounts: string[];
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getSpecification: {
        parameters: {
            query?: {
                /** @description Id of an account. The answer is the same for all of them. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Specification"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getClock: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Clock"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    moveClock: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description By how much: a number and s, m, h, d or w, as in 90s, 12h, 3d or 1d12h; or next_run, up to and with the next campaign run. At most 400 days.
                     * @example 3d
                     */
                    advance?: string;
                    /**
                     * Format: date-time
                     * @description The time to show from now on; nothing happens in between.
                     * @example 2026-03-01T09:00:00Z
                     */
                    now?: string;
                    /** @description Whether the clock stands still afterwards. */
                    frozen?: boolean;
                };
            };
        };
        responses: {
            /** @description The clock afterwards, and what happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Clock"] & {
                            summary: components["schemas"]["ClockSummary"];
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    triggerEvent: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type: components["schemas"]["EventKind"];
                    /**
                     * @description The newest campaign when absent.
                     * @example cmp_4k2p9x
                     */
                    campaign_id?: string;
                    /**
                     * @description Fields of the event's data to be sent in place of those found; anything goes, what the document does not allow too. At most 16,384 bytes as JSON.
                     * @example {
                     *       "position": 1,
                     *       "previous_position": 12,
                     *       "change": 11
                     *     }
                     */
                    data?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Sends it to this address only, signed, and answers with what came of it.
                     * @example http://localhost:3000/hook
                     */
                    to?: string;
                    /** @description Signs what is sent with to; the account's secret for listening when absent. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description The event, and where it goes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            event: components["schemas"]["Event"];
                            /** @description Ids of the deliveries to webhooks that want it. */
                            deliveries: string[];
                            /** @description What came of sending it to one address; null without to. */
                            attempt: components["schemas"]["Attempt"] | null;
                            /** @description What it was signed with for one address; null without to. */
                            secret: string | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: {
                /** @description Id of the last event that was seen. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
                /** @description Only to this webhook. */
                webhook_id?: string;
                /** @description Only of this campaign. */
                campaign_id?: string;
                /** @description Only of this event. */
                event_id?: string;
                /** @description Only with this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only of this kind of event. */
                type?: components["schemas"]["EventKind"];
                /** @description How many at most. */
                limit?: number;
                /** @description How many to leave out. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Delivery"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getDelivery: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, with the attempt. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getReceiver: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Receiver"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    updateReceiver: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReceiverAnswerInput"];
            };
        };
        responses: {
            /** @description The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Receiver"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    clearReceiver: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The receiver. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Receiver"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the receiver's url. */
                receiver_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Recorded. 204 unless another status was set. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Recorded, and answered as it was set. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listFaults: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Fault"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    createFault: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultInput"];
            };
        };
        responses: {
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Fault"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteFaults: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @description How many there were. */
                            deleted: number;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getFault: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Fault"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    updateFault: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultInput"];
            };
        };
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Fault"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteFault: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Fault"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["LoggedRequest"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteRequests: {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are forgotten. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @description How many there were. */
                            deleted: number;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    streamRequests: {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
            };
            header?: {
                /** @description Id of the last request that was read. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream without end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    waitForRequest: {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** @description A status, a class of them (4xx), or none for requests that got no answer. */
                status?: components["parameters"]["status"];
                /** @description What the path begins with; the API's root may be left out. */
                path?: components["parameters"]["path"];
                /** @description operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** @description Id of a key, or what its token begins with. */
                key?: components["parameters"]["key"];
                /** @description Leaves out what is older than this time on the account's clock, or what came up to and with the request of this id. */
                since?: components["parameters"]["since"];
                /** @description What the address, the headers or the bodies hold, whatever its case. */
                text?: components["parameters"]["text"];
                /** @description How long to wait in real time, up to 60s. */
                timeout?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["LoggedRequest"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getRequest: {
        parameters: {
            query?: {
                /** @description Id of the account. A key stands for its own account; the operator sees all of them when none is named. */
                account?: components["parameters"]["loggedAccount"];
            };
            header?: never;
            path: {
                /** @description Id of the request in the log. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["LoggedRequest"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
                /** @description Whether keys that were deleted are listed, too. */
                include_deleted?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    createKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The key with its token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteKey: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getKeyUsage: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Id of a key, as GET /auth/verify tells it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its usage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["KeyUsage"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, in order of creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInput"];
            };
        };
        responses: {
            /** @description The account with its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewAccount"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpInput"];
            };
        };
        responses: {
            /** @description The account with its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["NewAccount"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order of their names. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    saveSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnapshotInput"];
            };
        };
        responses: {
            /** @description It is saved, durably where there is a data folder. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot as it was deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: {
                /** @description Id of the account. Needed where it is not clear: a key stands for its own account, and the operator's default is the account of svc_test_demo, or the only one. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** @description Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done, and durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Snapshot"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
}
