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
         * Check the health of the sandbox
         * Open to all callers, because the health checks of hosting platforms cannot send a token.
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
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process answers
         * For supervisors, which restart a process that does not respond. Does not depend on the database.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether requests should be sent here
         * For load balancers. Returns 503 during the start, while the database is unavailable, and after SIGTERM.
         */
        get: operations["getReadiness"];
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
         * Reset accounts to a fixture
         * Without a body, the operator resets the whole sandbox. This removes accounts that are not in the fixture, resets all quotas and usage, and clears the request log. With `account`, it resets only that account. An account's own key always resets only its own account. A reset cannot be undone, except by restoring a snapshot.
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
         * List stated facts, assumptions, and changes by overlays
         * The ledger of facts, the assumptions, the changes of each --overlay, and the origin of each operation and of its response properties.
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
    "/document/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the origin of a place in the API document
         * Shows whether the provider states the place or the sandbox assumes it, with the section, the reason and the present value. References are followed.
         */
        get: operations["getDocumentPlace"];
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the clock of an account */
        get: operations["getClock"];
        put?: never;
        /**
         * Set, freeze or advance an account's clock
         * Advancing the clock processes everything that falls due, in order and each at its own time. Campaigns run, the sandbox delivers and retries events, and quotas, keys, sessions and links expire. If that takes longer than a second, the response is 202, and the advance continues. GET /_sandbox/clock shows its progress and its result, and DELETE /_sandbox/clock/advance cancels it. Until it ends, the sandbox refuses other moves of the clock with 409, unless they have `wait`. If the sandbox stops meanwhile, the clock stays where it got to, and `last_advance` says so; if replicas share a database, another one continues. Setting the clock processes nothing in between.
         */
        post: operations["moveClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/advance": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel the advance of an account's clock
         * The clock stays where it is, and everything that has happened stays. Requests to receivers in progress are completed.
         */
        delete: operations["cancelAdvance"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock/stream": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the clock of an account
         * Server-sent events, each with the data of GET /_sandbox/clock. The stream sends `clock` at once, after each move of the clock, and up to four times a second while the clock is being advanced.
         */
        get: operations["streamClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes/stream": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream change notices of an account
         * Server-sent events. The stream starts with `ready`. It sends `changed` after each write through the API, each change through the control API, and each campaign run. Simultaneous changes are combined into one notice. The operator also receives notices of new and removed accounts. A notice does not contain the change: request the data again.
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
    "/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of an account or of one campaign
         * Everything on the console's Overview, as of one moment: the responses of several operations of the service for the last `days` days. Like all reads of the control plane, it uses no quota and is not in the request log.
         */
        get: operations["getOverview"];
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List past events of an account, newest first
         * Events are kept for 24 hours of the account's clock. While the account has a webhook or a listener, the last 10,000 are kept.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Trigger an event now
         * The event concerns a campaign of the account. Its data is that of a run at this moment, so it agrees with the API, and `data` can override it. An active campaign that has never run makes its first run, which sends no other events. The event goes to all subscribed webhooks and all listeners. With `to`, it goes once to that address only. `sequence` and `count` trigger several events, in order. Releases without webhooks (§9) refuse it.
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of an account
         * Server-sent events. The first event is `ready`, with the signing secret. Another `ready` comes before the first event after a reset that changed the secret. Each other event is named after its kind. A listener that reconnects with the id of its last event (`ready` included) receives the events in between.
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of an account, newest first
         * The sandbox keeps 10,000 finished deliveries of an account; the oldest are dropped first. When 10,000 are waiting, further ones are given up.
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
    "/deliveries/resend": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend all deliveries that match a filter
         * Resends like POST /deliveries/{id}/resend, oldest first, ten at a time. At least one filter is required. The response is sent when all are done; if the caller disconnects, the rest is not sent.
         */
        post: operations["resendDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        /** Get a delivery with all of its attempts */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery now
         * Sends the same event with the same webhook-id and a new signature to the current address of the webhook. The response contains the outcome of the attempt. The attempt does not change the retry schedule.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of an account with their settings and statistics
         * `GET /api/webhooks` lists the fields of the service. Headers, rate limits and statistics are additions of the sandbox.
         */
        get: operations["listSentWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        /** Get a webhook with its settings and statistics */
        get: operations["getSentWebhook"];
        /**
         * Change the settings of a webhook
         * Omitted fields keep their value; null removes it. Headers are sent with each later attempt; headers of the connection, and those that the sandbox sends itself, are not allowed. The rate limit applies to real time and spaces attempts evenly; manual resends are not limited.
         */
        put: operations["updateSentWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send past events that a webhook missed
         * Sends the past events that the webhook missed, from before its creation or while it was disabled, with the same webhook-id and body. Oldest first, at most 10,000 per call. GET /_sandbox/events lists past events.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account's receiver and its received requests
         * Use its `url` as the URL of a webhook to try webhooks without your own receiver. The sandbox keeps the last 100 requests of each account in memory. If the requests of all accounts exceed 64 MB, it drops the oldest requests of the account that uses the most. A restart, a reset and the restore of a snapshot clear the list.
         */
        get: operations["getReceiver"];
        /**
         * Configure the receiver's responses
         * Applies from the next request on. Without `sequence`, all requests get the same response; an omitted status or delay keeps its value, and other omitted fields are removed. With `sequence`, each request gets the next response, and the last one stays. An error status makes the sender retry the delivery, and 410 disables the webhook. The sender does not follow a redirect, and a delay of more than 15 seconds is a timeout.
         */
        put: operations["updateReceiver"];
        post?: never;
        /** Clear the received requests and restore the default response */
        delete: operations["clearReceiver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/receiver/stream": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the requests to the receiver
         * Server-sent events: `request` for each request when it arrives, with a ReceivedRequest, and `missed` when requests were dropped before they could be sent. A reader that reconnects with the id of its last event receives the requests in between.
         */
        get: operations["streamReceiver"];
        put?: never;
        post?: never;
        delete?: never;
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
                /** Last part of the receiver's URL. */
                receiver_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event
         * Open to everyone who knows the address, like any receiver. Accepts any body up to 1 MB and records it with a verdict on its signature. The response is the configured one. A redirect points to the same address. Browsers run no scripts in it (Content-Security-Policy: sandbox).
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the fault rules of an account, in order of evaluation */
        get: operations["listFaults"];
        put?: never;
        /**
         * Create a fault rule
         * A rule applies to requests of the account that are otherwise valid. They have a valid key with the required permission, are within the quota, and match the document. Rules are evaluated in order of creation. After a rule that only delays, later rules can apply too; delays add up to at most 60 seconds. After any other rule, evaluation stops. No rule applies to a request with X-Sandbox-Error, X-Sandbox-Delay or Prefer: code. A response that a rule affected has the header X-Sandbox-Fault.
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        /** Get a fault rule */
        get: operations["getFault"];
        /**
         * Change a fault rule
         * Fields in the request replace the stored ones; null removes a name, a condition or a limit. All others keep their value. If the request contains one of error, status, delay, connection, body and missing_headers, it replaces all six. If it contains count, counting starts again. With position, the rule moves to that place in the order.
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to the service and their responses, newest first
         * The sandbox keeps in memory the last 1,000 requests of each account and the last 1,000 without a valid key. Only the operator sees requests without a valid key. If all requests exceed 64 MB, the sandbox drops the oldest requests of the account that uses the most. The log does not contain requests to the control API.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Clear the request log of an account, or of all accounts
         * Only the account parameter applies here. Other filters have no effect.
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream requests as they complete
         * Server-sent events. Each `request` event has the id and the fields of a logged request. With Last-Event-ID, which browsers send when they reconnect, the stream starts after that request. Otherwise it starts at `since`, or with the next request. If a reader is too slow, a `missed` event replaces the dropped events.
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for a request
         * Returns the oldest matching request in the log, immediately if one exists. The search starts at `since`, or at the start of the log. Clear the log first to wait for a new request. The response after a timeout is 408.
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
            };
            header?: never;
            path: {
                /** Id of the request in the log. */
                id: string;
            };
            cookie?: never;
        };
        /** Get a logged request */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the upstream of the sandbox, its mode and its counts
         * A sandbox that was not started with `svc-sandbox proxy <upstream>` has no upstream; its response is 404.
         */
        get: operations["getProxy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the mode of the proxy, or who answers
         * Requests that arrive from now on follow the change; requests in progress end as they began. record, replay and update need a cassette, which --cassette names. record refuses a cassette that already has recordings.
         */
        patch: operations["updateProxy"];
        trace?: never;
    };
    "/violations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the traffic of a proxy violates, the last seen first
         * A violation is a difference between the traffic and the specification. Equal ones are one entry with a count. The proxy keeps 1,000 of them. The response waits up to 5 s for the verdicts on what has passed.
         */
        get: operations["listViolations"];
        put?: never;
        post?: never;
        /** Clear the violations of a proxy */
        delete: operations["deleteViolations"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys of an account
         * In order of creation. The list has no tokens, because the sandbox does not store them.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * The response contains the token, which is shown only once.
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a key, as GET /auth/verify shows it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        /** Get a key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Delete a key, with immediate effect
         * Every later request with its token fails (§3). Requests in progress complete. The key remains in the list with `include_deleted`. The last key that can control its account cannot delete itself.
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
         * Get the usage of a key by day
         * API requests since the creation or the last reset of the account, up to now. At most 400 days.
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
        /** List the accounts of the sandbox */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account with its own key from a fixture
         * The keys of a named fixture are not copied, because a token gives access to one account only. The keys of a fixture in the request are kept. The token of the new key is shown only once. A fixture in the request can have at most 262,144 characters, 100 accounts and 100,000 keywords in total. Each of its accounts can have at most 100 users and 99 keys. A campaign can have as many keywords and competitors as a campaign that a request creates. The operator's files have none of these limits. In both, an account can have 10,000 campaigns, generated ones included.
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
                /** Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        /** Get an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an account and everything that it owns
         * This also deletes its keys, campaigns and snapshots. It cannot be undone.
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
         * Create an account in a hosted demo
         * Available if the sandbox was started with --open-signup. The account starts as a copy of the first account of --signup-fixture, or of the sandbox's fixture. The sandbox removes it after some days without use. Each IP address is limited to 5 sign-ups an hour and 20 a day, unless the operator chose other numbers. The token, which is shown only once, gives access to the API and controls this account.
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the snapshots of an account */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Save the whole state of an account as a snapshot
         * Replaces an earlier snapshot of the same name. An account can have at most 20 snapshots.
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
        /**
         * Get a snapshot as a document without secrets
         * The same document as GET /_sandbox/state, of a saved state. PUT /_sandbox/state loads it into an account of another sandbox.
         */
        get: operations["exportSnapshot"];
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
         * Restore a snapshot
         * Restores everything that the account owns: campaigns, keys, sessions, webhooks, deliveries, and the time on its clock. A clock that was running continues from that time. The quotas of its keys are reset. Usage statistics are not restored, because they record real usage.
         */
        post: operations["restoreSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/state": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the present state of an account as a document without secrets
         * To show somebody the same figures in another sandbox: campaigns with their past, alerts, webhooks, fault rules and the clock. It has no keys, users, sessions, events, deliveries or usage, and no secrets. Of webhooks, it has the origin of the address, without path, query and headers. Fault rules for a single key are left out.
         */
        get: operations["exportState"];
        /**
         * Load a document into an account
         * Replaces the campaigns, alerts, webhooks, fault rules and the clock of the account by those of the document. The account keeps its id, name, plan, keys, users and snapshots. Equal requests then get equal figures as in the sandbox that the document comes from. Imported webhooks are disabled and have new secrets. Its events and deliveries are deleted, and its quotas are reset. The state before is kept as a moment of the timeline.
         */
        put: operations["importState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last changes of an account
         * Every change by the API, the control plane, the console and the command, the newest first, and the states of the account that were kept before some of them. The last 200 changes are kept; they survive a reset, a restore and a restart. A timed reset begins the list again.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/undo": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change
         * Restores the state of the account before the change, as a restored snapshot does. Later changes are undone, too. The state before is kept as another moment, so that the undo can be undone.
         */
        post: operations["undoChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{moment}": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        /** Get a state of the past, and the difference to the present */
        get: operations["getMoment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{moment}/state": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        /**
         * Get a state of the past as a document without secrets
         * The same document as GET /_sandbox/state.
         */
        get: operations["exportMoment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeline/{moment}/restore": {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a state of the past
         * Restores what restoring a snapshot does. The state before is kept as another moment, so that this can be undone.
         */
        post: operations["restoreMoment"];
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
            /** The requested data. */
            data: unknown;
            message?: string;
            meta: {
                /** Format: date-time */
                timestamp: string;
                /** Release of the served API. */
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
            /** The provider's statements, and how each can be proved or broken (spec/facts.yaml). */
            facts: components["schemas"]["Fact"][];
            /** The choices where the provider is silent (spec/assumptions.overlay.yaml), in order. */
            assumptions: components["schemas"]["Assumption"][];
            /** The files given with --overlay, in order. */
            overlays: components["schemas"]["AppliedOverlay"][];
            /** The operations of the served document. */
            operations: components["schemas"]["OperationOrigin"][];
        };
        /**
         * Whether the provider states it, the sandbox assumes it because the provider is silent, or an overlay added or changed it.
         * @enum {string}
         */
        Origin: "stated" | "assumed" | "overlay";
        Fact: {
            /** Its section and a number, such as 4.7. */
            id: string;
            /** Its section in the interface specification. */
            section: string;
            statement: string;
            /** The sentence of the interface specification, word for word. */
            quote?: string;
            /** The place of the API document that states it (JSON Pointer). */
            pointer?: string;
            /**
             * How it can be proved: by a check over HTTP, only by a test of the sandbox, or not at all.
             * @enum {string}
             */
            proof: "contract" | "sandbox" | "none";
            /** Why no check over HTTP can prove it. */
            why?: string;
            /** How the check avoids failing a correct server. */
            note?: string;
            /** The operations that it concerns; absent if there are none. */
            operations?: "all" | string[];
        };
        Assumption: {
            /** Its position among the actions. */
            number: number;
            /** What the action changes (JSONPath by RFC 9535). */
            target: string;
            /** The gap in the specification, and the reason for this choice. */
            description: string;
            /** Sections of the interface specification that it refers to, such as §7. */
            sections: string[];
            /** operationIds of the operations that it concerns; empty if it concerns none in particular. */
            operations: string[];
            /** JSON Pointers to everything in the document that it added, changed or removed. */
            pointers: string[];
            /** Files of the overlays that change part of it. */
            changed_by: string[];
        };
        AppliedOverlay: {
            /** Name of the file without its folder. */
            file: string;
            title: string | null;
            version: string | null;
            actions: {
                /** JSONPath by RFC 9535. */
                target: string;
                description: string | null;
                changes: components["schemas"]["DocumentChange"][];
                /** Number of omitted changes. */
                more_changes: number;
            }[];
        };
        DocumentChange: {
            /** Location in the document (JSON Pointer). */
            pointer: string;
            /** The old value; absent if there was none. */
            before?: unknown;
            /** The new value; absent if there is none. */
            after?: unknown;
        };
        DocumentPlace: {
            /** Its JSON Pointer, after following references. */
            pointer: string;
            origin: components["schemas"]["Origin"];
            /** The present value; absent if it is larger than 64 kB. */
            value?: unknown;
            /** What the provider says about it. */
            statements: {
                /** A section of the interface specification, such as §8. */
                section: string;
                /** Id of the fact, such as 8.3. */
                fact: string | null;
                /** What the fact says. */
                statement: string | null;
                /** The sentence, word for word. */
                quote: string | null;
            }[];
            /** The assumptions that it belongs to, closest first. */
            assumptions: {
                number: number;
                description: string;
                sections: string[];
            }[];
            /** The action of an OpenAPI Overlay that sets the present value, as YAML, to copy and edit. Absent for what the provider states, and with the value. */
            action?: string;
        };
        OperationOrigin: {
            /** Its operationId. */
            id: string;
            /** @example GET */
            method: string;
            /** @example /campaigns */
            path: string;
            summary: string | null;
            origin: components["schemas"]["Origin"];
            /** The stated properties of its responses, as JSON Pointers into the body. In a pointer, * matches any item of a list and any value of a map. All other properties are assumed or come from an overlay. */
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
            /** Stated headers of its responses, in lower case. */
            stated_headers: string[];
        };
        Overview: {
            clock: components["schemas"]["Clock"];
            /** Figures of all campaigns; null if a campaign was named. */
            account: components["schemas"]["AccountFigures"] | null;
            /** Figures of the named campaign; null if none was named. */
            campaign: components["schemas"]["CampaignFigures"] | null;
            /** Changes of these campaigns within the period, the newest first; at most 50. */
            edits: {
                /**
                 * Format: date-time
                 * On the clock of the account.
                 */
                time: string;
                /** @enum {string} */
                kind: "created" | "changed" | "deleted";
                campaign_id: string;
                /** Name of the campaign after the change. */
                name: string;
            }[];
            /** Algorithm updates of the campaigns' search engines in the period, the oldest first. */
            updates: {
                /**
                 * Format: date
                 * The day on which it began.
                 */
                date: string;
                /** @example google */
                search_engine: string;
            }[];
            /** Moves of the clock that ended in the period, the oldest first. */
            moves: {
                /** @enum {string} */
                kind: "advance" | "set";
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            }[];
        };
        AccountFigures: {
            /** As GET /core/dashboards. */
            dashboard: import("./api.ts").components["schemas"]["Dashboard"];
            /** As GET /core/dashboards/intelligence-overview. */
            intelligence: import("./api.ts").components["schemas"]["IntelligenceOverview"];
            /** A page of GET /campaigns, each with figures of GET /analytics/campaign/{id}. */
            campaigns: {
                campaign: import("./api.ts").components["schemas"]["Campaign"];
                summary: import("./api.ts").components["schemas"]["KeyFigures"];
                changes: import("./api.ts").components["schemas"]["Changes"];
                /** Average position of each day of the period; null on a day without one. */
                positions: (number | null)[];
            }[];
            /** Campaigns that match `search`. */
            total: number;
        };
        CampaignFigures: {
            /** As GET /campaigns/{id}. */
            campaign: import("./api.ts").components["schemas"]["Campaign"];
            /** As GET /analytics/campaign/{id}. */
            analytics: import("./api.ts").components["schemas"]["CampaignAnalytics"];
            /** Rankings of the best eight keywords in the period, as GET /serp/rankings. */
            rankings: import("./api.ts").components["schemas"]["Ranking"][];
            /** Rankings of all keywords on the last day with data. */
            latest: import("./api.ts").components["schemas"]["Ranking"][];
            /** The newest mentions of the campaign's brand, as GET /chat/mentions. */
            mentions: import("./api.ts").components["schemas"]["Mention"][];
        };
        Clock: {
            /** Id of the account. */
            account: string;
            /**
             * Format: date-time
             * The time on the clock.
             */
            now: string;
            /** Whether the clock is frozen. */
            frozen: boolean;
            /**
             * Format: date-time
             * Time of the next campaign run; null if there is none.
             */
            next_run: string | null;
            advancing: components["schemas"]["Advancing"] | null;
            last_advance: components["schemas"]["EndedAdvance"] | null;
        };
        /** The advance in progress. */
        Advancing: {
            /**
             * Format: date-time
             * Where the clock was.
             */
            from: string;
            /**
             * Format: date-time
             * Where it will be.
             */
            to: string;
            /**
             * Format: date-time
             * Where it is.
             */
            now: string;
            /** The part of the time that has passed. */
            share: number;
            /** Campaign runs so far. */
            runs: number;
            events: components["schemas"]["ClockSummary"]["events"];
            /** Outcomes of the delivery attempts so far. */
            deliveries: {
                delivered: number;
                failed_attempts: number;
                given_up: number;
            };
        };
        /** How the last advance ended. */
        EndedAdvance: {
            /**
             * interrupted means that the sandbox stopped during the advance.
             * @enum {string}
             */
            status: "finished" | "cancelled" | "failed" | "interrupted";
            /**
             * Format: date-time
             * Where the clock should have been; summary.to is where it ended.
             */
            to: string;
            /** Why it failed or was interrupted; null otherwise. */
            error: string | null;
            summary: components["schemas"]["ClockSummary"];
        };
        /** Summary of the events during the clock change. */
        ClockSummary: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** Campaign runs. */
            runs: number;
            /** Events of these runs, by kind. */
            events: {
                "campaign.completed": number;
                "ranking.changed": number;
                "mention.detected": number;
            };
            /** Outcomes of the delivery attempts. */
            deliveries: {
                /** Deliveries that succeeded. */
                delivered: number;
                /** Attempts that failed. */
                failed_attempts: number;
                /** Deliveries without further attempts; see their failure_reason. */
                given_up: number;
                /** Deliveries that wait for a retry. */
                pending: number;
            };
        };
        /** @enum {string} */
        EventKind: "campaign.completed" | "ranking.changed" | "mention.detected";
        Event: {
            /** The webhook-id of every delivery attempt. */
            id: string;
            type: components["schemas"]["EventKind"];
            /**
             * Format: date-time
             * On the account's clock.
             */
            at: string;
            campaign_id: string;
            data: {
                [key: string]: unknown;
            };
        };
        TriggeredEvent: {
            event: components["schemas"]["Event"];
            /** Ids of the deliveries to subscribed webhooks. */
            deliveries: string[];
            /** Outcome of the request to `to`; null without `to`. */
            attempt: components["schemas"]["Attempt"] | null;
        };
        PastEvent: components["schemas"]["Event"] & {
            /** Ids of the alerts that it matched. */
            alerts: string[];
            /** The request body of its deliveries. */
            body: string;
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** An event on its way to a webhook. */
        Delivery: {
            id: string;
            /** The webhook-id header. */
            event_id: string;
            webhook_id: string;
            campaign_id: string;
            type: components["schemas"]["EventKind"];
            /** The request body. */
            body: string;
            /**
             * Format: date-time
             * On the account's clock.
             */
            created_at: string;
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * Time of the next attempt, on the account's clock; null if there is none.
             */
            next_attempt_at: string | null;
            /** Reason for a failure without a last attempt, for example a disabled webhook. */
            failure_reason?: string;
            attempts: components["schemas"]["Attempt"][];
        };
        /** One request to a receiver and its outcome. */
        Attempt: {
            /**
             * Format: date-time
             * On the account's clock.
             */
            at: string;
            url: string;
            /** Whether a user requested the attempt. */
            manual: boolean;
            duration_ms: number;
            request_headers: {
                [key: string]: string;
            };
            /** Status of the response; null without a response. */
            status: number | null;
            response_headers: {
                [key: string]: string;
            };
            /** The start of the response body. */
            response_body: string;
            /** Reason for the failure; null if the attempt succeeded. */
            error: string | null;
        };
        /** A webhook with the additions of the sandbox. */
        SentWebhook: {
            id: string;
            url: string;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Added to each request. Values that look like credentials are redacted. */
            headers: {
                [key: string]: string;
            };
            rate_limit: components["schemas"]["RateLimit"] | null;
            /** Since the creation of the webhook. Times are on the account's clock. */
            statistics: {
                attempts: number;
                failed_attempts: number;
                /** Deliveries that succeeded. */
                delivered: number;
                /** Deliveries that failed and get no further attempt. */
                failed: number;
                /** Of an attempt; null before the first one. */
                average_duration_ms: number | null;
                /** Format: date-time */
                last_success_at: string | null;
                /** Format: date-time */
                last_failure_at: string | null;
            };
        };
        /** The maximum number of attempts in a period of real time. */
        RateLimit: {
            /** @example 5 */
            deliveries: number;
            /** @enum {string} */
            per: "second" | "minute";
        };
        Receiver: {
            /**
             * URL to use for a webhook. It cannot be guessed. If the sandbox keeps its data, the URL survives a restart. A reset of the account changes it.
             * @example http://127.0.0.1:4010/_sandbox/receiver/rcv_5b1f0c2ad86e49d7b3a1f6c05e2d7a94
             */
            url: string;
            /** The response to the next request. */
            answer: components["schemas"]["ReceiverAnswer"];
            /** The responses to come. The last one stays. */
            sequence: components["schemas"]["ReceiverAnswer"][];
            /** Newest first. */
            received: components["schemas"]["ReceivedRequest"][];
        };
        /** A response of the receiver. */
        ReceiverAnswer: {
            /** Default 204. */
            status: number;
            /** Milliseconds before the response, in real time. Default 0. */
            delay_ms: number;
            headers?: {
                [key: string]: string;
            };
            body?: string;
            connection?: components["schemas"]["ReceiverConnection"];
            /** Number of requests that still get this response before the next one. */
            count?: number;
        };
        /**
         * How the receiver breaks the connection. reset: reset without a response (TCP RST). empty: closed without a response. hang: no response; closed after two minutes. truncated: half of the response body, then closed.
         * @enum {string}
         */
        ReceiverConnection: "reset" | "empty" | "hang" | "truncated";
        ReceiverAnswerInput: {
            /**
             * Status of the response.
             * @example 500
             */
            status?: number;
            /**
             * Milliseconds before the response, in real time. Senders wait 15,000.
             * @example 20000
             */
            delay_ms?: number;
            /**
             * Response headers: Retry-After, Content-Type, Content-Encoding, Content-Language, Server, X-Request-Id and the X-RateLimit ones. All others are refused, because browsers and proxies obey some.
             * @example {
             *       "Retry-After": "60"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /** Response body. Default: none. */
            body?: string;
            connection?: components["schemas"]["ReceiverConnection"];
            /**
             * Responses in order. The last one stays. Not allowed together with other fields.
             * @example [
             *       {
             *         "status": 500
             *       },
             *       {
             *         "connection": "reset"
             *       },
             *       {
             *         "status": 429,
             *         "headers": {
             *           "Retry-After": "60"
             *         }
             *       },
             *       {
             *         "status": 204
             *       }
             *     ]
             */
            sequence?: components["schemas"]["ReceiverStep"][];
        };
        /** One response of a sequence. Default: 204, at once. */
        ReceiverStep: {
            /**
             * Status of the response.
             * @example 500
             */
            status?: number;
            /**
             * Milliseconds before the response, in real time. Senders wait 15,000.
             * @example 20000
             */
            delay_ms?: number;
            /**
             * Response headers: Retry-After, Content-Type, Content-Encoding, Content-Language, Server, X-Request-Id and the X-RateLimit ones. All others are refused, because browsers and proxies obey some.
             * @example {
             *       "Retry-After": "60"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /** Response body. Default: none. */
            body?: string;
            connection?: components["schemas"]["ReceiverConnection"];
            /**
             * Number of requests that get this response. Default: 1.
             * @example 3
             */
            count?: number;
        };
        /** A request to the receiver of an account, event or not. */
        ReceivedRequest: {
            /** @example rec_7 */
            id: string;
            /**
             * Format: date-time
             * On the account's clock.
             */
            received_at: string;
            /** The webhook-id header, the event_id of deliveries. */
            event_id: string | null;
            /** Kind of the event, if the body is JSON of up to 64 kB that names one. */
            type: string | null;
            /** Header values by name, in lower case. Credentials are redacted, as in the request log. */
            headers: {
                [key: string]: string;
            };
            /** The original body, up to 64 kB. */
            body: string;
            /** Whether the original body was longer. */
            truncated: boolean;
            /**
             * Verdict by the rules of Standard Webhooks, with the secrets of the account's listeners and of its webhooks that point here. unknown means that no secret or no scheme applies, or that the body is larger than 64 kB.
             * @enum {string}
             */
            signature: "valid" | "invalid" | "missing" | "unknown";
            /** Reason for the verdict, for people to read. */
            reason: string;
            /** What the verdict is based on; null if a header is missing, or the body is too large. */
            signature_details: components["schemas"]["SignatureDetails"] | null;
            /** The response that the receiver chose. */
            answer: components["schemas"]["ReceiverAnswer"];
            /** Null while the response is delayed, without a response, and if the sender disconnected before it. */
            answered_status: number | null;
        };
        SignatureDetails: {
            /**
             * The webhook-signature header.
             * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
             */
            received: string;
            /** The signatures that the receiver accepts, one for each secret; the first 10. */
            expected: {
                /**
                 * The secret in words.
                 * @example the secret of the webhook whk_4k2m9xq7h3zd
                 */
                secret: string;
                /**
                 * The prefix and the last 4 characters of the secret; no characters if it is short.
                 * @example whsec_…pR3w
                 */
                hint: string;
                signature: string;
            }[];
            /** The content that must be signed, `id.timestamp.body`; null if the signature is valid. */
            content: string | null;
            /** The content that was signed instead, if a common mistake explains the signature. */
            signed_content: string | null;
            /** The likely mistake of the sender, as a sentence; null if the signature is valid. */
            cause: string | null;
        };
        /** The conditions and the effect of a rule. An omitted condition matches every request. */
        FaultInput: {
            /** a name, for people to read */
            name?: string;
            /** true, which it is if left out, or false */
            enabled?: boolean;
            /**
             * an operationId of the API, such as listCampaigns, or a list of them
             * @example listCampaigns
             */
            operation?: import("./api.ts").OperationId | import("./api.ts").OperationId[];
            /**
             * an HTTP method, or a list of them
             * @example POST
             */
            method?: string | string[];
            /**
             * a path below the root of the API, which may precede it; * stands for any characters, as in /campaigns/*
             * @example /campaigns/*
             */
            path?: string;
            /**
             * the id of a key, the first 8 characters of its token, or the token itself, which is kept as the id
             * @example key_3xsh7ky8nk2c
             */
            key?: string;
            /**
             * a number above 0 and up to 1, the share of the requests that fit
             * @example 0.1
             */
            share?: number;
            /**
             * a code of the API's errors
             * @example server_error
             * @enum {string}
             */
            error?: "invalid_request" | "authentication_failed" | "not_found" | "rate_limit_exceeded" | "server_error" | "invalid_api_key" | "missing_api_key" | "insufficient_permissions" | "INVALID_TOKEN";
            /**
             * a status from 400 to 599, in place of the one that the document gives the error; alone, it decides on the error
             * @example 503
             */
            status?: number;
            /**
             * milliseconds up to 60000, or a mapping with median and p99 of a log-normal distribution of them
             * @example 800
             */
            delay?: number | {
                /** milliseconds up to 60000 */
                median: number;
                /** milliseconds up to 60000 */
                p99: number;
            };
            /**
             * reset (broken off, TCP RST) or empty (closed without an answer)
             * @enum {string}
             */
            connection?: "reset" | "empty";
            /**
             * truncated (half of it, then the connection is closed) or malformed (all of it, no JSON)
             * @enum {string}
             */
            body?: "truncated" | "malformed";
            /**
             * a list of response headers that are left out
             * @example [
             *       "X-RateLimit-Remaining"
             *     ]
             */
            missing_headers?: string[];
            /**
             * a whole number from 1, how often it acts before it lets requests pass
             * @example 3
             */
            count?: number;
            /**
             * a length of time on the account's clock, such as 90s, 10m or 2 hours
             * @example 10m
             */
            expires_in?: string;
            /**
             * Format: date-time
             * a time on the account's clock in ISO 8601
             */
            expires_at?: string;
        };
        /** Changes of a rule. null removes a name, a condition or a limit. */
        FaultChanges: {
            /** the place of the rule in the order of evaluation, from 1 */
            position?: number;
            name?: string | null;
            /** true, which it is if left out, or false */
            enabled?: boolean;
            operation?: (import("./api.ts").OperationId | import("./api.ts").OperationId[]) | null;
            method?: (string | string[]) | null;
            path?: string | null;
            key?: string | null;
            share?: number | null;
            /**
             * a code of the API's errors
             * @example server_error
             * @enum {string}
             */
            error?: "invalid_request" | "authentication_failed" | "not_found" | "rate_limit_exceeded" | "server_error" | "invalid_api_key" | "missing_api_key" | "insufficient_permissions" | "INVALID_TOKEN";
            /**
             * a status from 400 to 599, in place of the one that the document gives the error; alone, it decides on the error
             * @example 503
             */
            status?: number;
            /**
             * milliseconds up to 60000, or a mapping with median and p99 of a log-normal distribution of them
             * @example 800
             */
            delay?: number | {
                /** milliseconds up to 60000 */
                median: number;
                /** milliseconds up to 60000 */
                p99: number;
            };
            /**
             * reset (broken off, TCP RST) or empty (closed without an answer)
             * @enum {string}
             */
            connection?: "reset" | "empty";
            /**
             * truncated (half of it, then the connection is closed) or malformed (all of it, no JSON)
             * @enum {string}
             */
            body?: "truncated" | "malformed";
            /**
             * a list of response headers that are left out
             * @example [
             *       "X-RateLimit-Remaining"
             *     ]
             */
            missing_headers?: string[];
            count?: number | null;
            /**
             * a length of time on the account's clock, such as 90s, 10m or 2 hours
             * @example 10m
             */
            expires_in?: string;
            expires_at?: string | null;
        };
        Fault: {
            /** @example flt_3xsh7ky8nk2c */
            id: string;
            /** Id of the account. */
            account: string;
            name: string | null;
            enabled: boolean;
            /**
             * Whether the rule is active, or why it is not.
             * @enum {string}
             */
            state: "active" | "disabled" | "used_up" | "expired";
            /** Number of affected requests. Without a count, counting starts with the sandbox or with the last change of the rule. */
            matched: number;
            /** Number of requests left to affect; null without a count. */
            remaining: number | null;
            operation?: import("./api.ts").OperationId[];
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
            /** Header values by name, in lower case. Credentials are redacted. */
            headers: {
                [key: string]: string;
            };
            /** The original body, up to 16 kB; null if there was no body, or if it was a file. */
            body: string | null;
            /** Whether the original body was longer. */
            truncated: boolean;
        };
        LoggedRequest: {
            /** @example req_12 */
            id: string;
            /** X-Request-Id of the response. */
            request_id: string;
            /**
             * Format: date-time
             * Arrival time, on the account's clock.
             */
            time: string;
            account: string | null;
            key: {
                id: string;
                /** The start of its token. */
                prefix: string;
            } | null;
            method: string;
            /** Path and query. Tokens, signatures and other secrets are redacted. */
            url: string;
            /** Its operationId. */
            operation: import("./api.ts").OperationId | null;
            /** Null if no response was sent. */
            status: number | null;
            /** Code of the error. */
            error: string | null;
            duration_ms: number;
            /** Ids of the fault rules that affected it, separated by commas. */
            fault: string | null;
            /** Whether the request matches the document; null if it was rejected before validation. */
            validation: {
                valid: boolean;
                issues: {
                    /** @enum {string} */
                    in: "body" | "query" | "path" | "header" | "cookie";
                    path: string;
                    message: string;
                    /** The invalid value. */
                    value?: unknown;
                }[];
            } | null;
            request: components["schemas"]["LoggedMessage"];
            response: components["schemas"]["LoggedMessage"];
        };
        /**
         * watch passes requests to the upstream and judges them. record also writes them to a new cassette. replay answers from the cassette only, without a network. update answers from the cassette, and records missing requests.
         * @enum {string}
         */
        ProxyMode: "watch" | "record" | "replay" | "update";
        Proxy: {
            /**
             * API root of the upstream, without credentials.
             * @example https://staging.example.com/api
             */
            upstream: string;
            mode: components["schemas"]["ProxyMode"];
            /**
             * File of the recordings.
             * @example cassette.har
             */
            cassette: string | null;
            /** Recordings in the cassette. */
            recorded: number;
            /** Requests that the cassette answered. */
            replayed: number;
            /** Exchanges that were not judged, because they were too large, too slow, incomplete, or in an unknown content coding. */
            unjudged: number;
            /**
             * Number of exchanges that were not judged, by the reason.
             * @example {
             *       "a body is larger than 1 MB": 2
             *     }
             */
            unjudged_reasons?: {
                [key: string]: number;
            };
            /** Number of responses by source. */
            sources: {
                upstream: number;
                sandbox: number;
                cassette: number;
            };
            /**
             * Operations that the sandbox answers itself.
             * @example [
             *       "createWebhook"
             *     ]
             */
            sandbox_operations: string[];
            /** Whether the sandbox answers what the upstream does not have. */
            sandbox_missing: boolean;
            /**
             * Violations for which the proxy refuses a request: of stated facts (stated), also of assumptions (assumed), or none (null).
             * @enum {string|null}
             */
            enforce: "stated" | "assumed" | null;
        };
        /** Omitted members keep their value. */
        ProxyChanges: {
            mode?: components["schemas"]["ProxyMode"];
            /**
             * Violations for which the proxy refuses a request: of stated facts (stated), also of assumptions (assumed), or none (null).
             * @enum {string|null}
             */
            enforce?: "stated" | "assumed" | null;
            /**
             * Operations that the sandbox answers itself, by operationId; `all` for all of them.
             * @example [
             *       "createWebhook"
             *     ]
             */
            sandbox_operations?: string[];
            /** Whether the sandbox answers what the upstream does not have. */
            sandbox_missing?: boolean;
        };
        /** @enum {string} */
        ViolationKind: "contradicts_stated" | "differs_from_assumption";
        /** @enum {string} */
        ViolationDirection: "request" | "response";
        Violation: {
            /** @example vio_1 */
            id: string;
            kind: components["schemas"]["ViolationKind"];
            direction: components["schemas"]["ViolationDirection"];
            /**
             * Its operationId.
             * @example listCampaigns
             */
            operation: import("./api.ts").OperationId | null;
            /**
             * Id of the stated fact that it contradicts; null for an assumption.
             * @example 4.6
             */
            fact: string | null;
            /**
             * Section of the specification.
             * @example §4
             */
            section: string;
            /**
             * What is stated or assumed.
             * @example A success has success = true.
             */
            statement: string;
            /** @example /success is true */
            expected: string;
            /**
             * The actual value in the traffic. Secrets are redacted.
             * @example /success is "yes"
             */
            actual: string;
            /** How often it was seen. */
            count: number;
            /** Format: date-time */
            first_seen: string;
            /** Format: date-time */
            last_seen: string;
            /** Ids of the last 10 requests, oldest first, as `request_id` in the request log. */
            requests: string[];
            /** @example GET */
            method: string;
            /**
             * Path below the API root; that of the operation if it has one.
             * @example /campaigns/{id}
             */
            path: string;
        };
        ResetInput: {
            /** Name of a fixture of the package (demo, empty, starter), or of a YAML file next to the one that the sandbox was started with, without .yaml. Default: the fixture that the sandbox was started with. */
            fixture?: string;
            /** Id of the one account to reset. */
            account?: string;
        };
        KeyInput: {
            /** @example Dashboard */
            name: string;
            /**
             * test or restricted (§5.3). Default: restricted for a key without all permissions, otherwise test.
             * @example restricted
             */
            type?: string;
            /**
             * `<resource>:<action>`, `<resource>:*`, or `*` for all permissions. Default for a test key: `*`.
             * @example [
             *       "campaigns:read",
             *       "rankings:read"
             *     ]
             */
            permissions?: string[];
            /** Requests an hour, instead of the plan's limit. */
            rate_limit?: number;
            /**
             * Allowed IPv4 or IPv6 addresses or CIDR blocks. The key works from no other address.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            allowed_ips?: string[];
            /**
             * How long the key is valid.
             * @example 90d
             */
            expires_in?: string;
            /**
             * Format: date-time
             * Expiry time, on the account's clock.
             */
            expires_at?: string;
        };
        Key: {
            id: string;
            name: string;
            /** test, restricted, or live. A sandbox rejects live keys. */
            type: string;
            /** The first 8 characters of the token (§2). */
            prefix: string;
            permissions: string[];
            /** Requests an hour; null if the plan's limit applies. */
            rate_limit: number | null;
            /** Empty if every address is allowed. */
            allowed_ips: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * Time of deletion.
             */
            revoked_at: string | null;
            /** Whether the key is in use and older than 90 days (§5.6). */
            rotation_due: boolean;
            /** @enum {string} */
            status: "active" | "expired" | "deleted";
        };
        NewKey: components["schemas"]["Key"] & {
            /** Shown only once. */
            token: string;
        };
        KeyUsage: {
            key_id: string;
            /** Format: date-time */
            last_used_at: string | null;
            total: components["schemas"]["UsageCounts"];
            /** Days with requests, newest first, on the account's clock in UTC. */
            days: ({
                /** Format: date */
                date: string;
            } & components["schemas"]["UsageCounts"])[];
        };
        UsageCounts: {
            /** All requests. */
            requests: number;
            /** Requests with response 429. */
            rate_limited: number;
            /** Requests with a 4xx response, 429 included. */
            client_errors: number;
            /** Requests with a 5xx response. */
            server_errors: number;
        };
        SignUpInput: {
            /** Name of the account. */
            name?: string;
        };
        AccountInput: {
            /**
             * 1 to 64 letters, digits, _ or -. Default: a new id.
             * @example acc_alice
             */
            id?: string;
            /** Default: the name in the fixture. */
            name?: string;
            /**
             * A plan of the API document. Default: the plan in the fixture.
             * @example Starter
             */
            plan?: string;
            /** Seed of the generated data. Default: the seed of the sandbox. */
            seed?: number;
            /**
             * Name of a fixture, as in POST /reset, or a fixture itself, as YAML text or JSON. Default: the fixture that the sandbox was started with.
             * @example demo
             */
            fixture?: string | Record<string, unknown>;
            /**
             * Account in the fixture. Default: the first.
             * @example acc_starter
             */
            fixture_account?: string;
        };
        Account: {
            id: string;
            name: string;
            plan: string;
            /** Number of campaigns. */
            campaigns: number;
            /** Number of keys, without deleted ones. */
            keys: number;
            /** @enum {string} */
            made_by: "fixture" | "operator" | "signup";
            /** Name of the account's fixture; null if the request contained the fixture. */
            fixture: string | null;
            /**
             * Format: date-time
             * On the server's clock; null for an account of the fixture.
             */
            created_at: string | null;
            /**
             * Format: date-time
             * Time when one of its keys was last used, on the account's clock.
             */
            last_used_at: string | null;
        };
        NewAccount: components["schemas"]["Account"] & {
            key: components["schemas"]["NewKey"];
        };
        SnapshotInput: {
            /**
             * Lower-case letters, digits, - and _.
             * @example logged-in
             */
            name: string;
        };
        Snapshot: {
            name: string;
            /** Id of the account. */
            account: string;
            /**
             * Format: date-time
             * On the server's clock.
             */
            saved_at: string | null;
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            shows: string | null;
            /** Number of campaigns in it. */
            campaigns: number | null;
            /** Reason why it cannot be restored, if its file is damaged. */
            problem: string | null;
        };
        /**
         * api: a request to the API or the control plane. console, cli: the same, by a client that names itself. sdk: the program that runs the sandbox. sandbox: the sandbox itself, as a timed reset. Clients name themselves, so it proves nothing.
         * @enum {string}
         */
        ChangeSource: "api" | "console" | "cli" | "sdk" | "sandbox";
        Timeline: {
            /** Id of the account. */
            account: string;
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            now: string;
            /** Number of changes that match, of those that are kept. */
            total: number;
            /** Newest first. */
            changes: components["schemas"]["Change"][];
            /** All moments of the account, newest first. */
            moments: components["schemas"]["Moment"][];
        };
        /** A change of an account. */
        Change: {
            /** @example chg_12 */
            id: string;
            /**
             * The operationId in the document of the API or of the control plane. A move of the clock is advanceClock, setClock, freezeClock or unfreezeClock.
             * @example deleteCampaign
             */
            operation: string;
            source: components["schemas"]["ChangeSource"];
            /** The key of the request; null without one. */
            key: {
                id: string;
                name: string;
            } | null;
            /** What was changed; null for the whole account. */
            about: {
                /** Such as campaign, webhook, alert, key, fault, event, delivery, snapshot or fixture. */
                type: string;
                id: string;
                /** Its name, or the host of a webhook. */
                name: string | null;
            } | null;
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            at: string;
            /**
             * Format: date-time
             * Time on the account's clock after a change that moved it; null otherwise.
             */
            to: string | null;
            /**
             * Format: date-time
             * Real time of the change.
             */
            made_at: string;
            /** Id of the moment saved before it; null if there is none. */
            moment: string | null;
        };
        /** A state that the sandbox saved before a clock move or a deletion, or before the state was replaced. */
        Moment: {
            id: string;
            /**
             * The change before which it was saved.
             * @enum {string}
             */
            before: "advance" | "set" | "reset" | "restore" | "import" | "delete";
            /**
             * Format: date-time
             * On the server's clock.
             */
            saved_at: string;
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            shows: string;
            /** Number of campaigns in it. */
            campaigns: number;
        };
        MomentDetail: components["schemas"]["Moment"] & {
            past: components["schemas"]["StateSummary"];
            present: components["schemas"]["StateSummary"];
            /** What differs between the past and the present. */
            changes: components["schemas"]["StateChange"][];
            /** Number of omitted changes. */
            more_changes: number;
        };
        StateSummary: {
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            now: string;
            frozen: boolean;
            campaigns: number;
            webhooks: number;
            alerts: number;
            faults: number;
            /** Keys that are not deleted. */
            keys: number;
            /** Figures of the last 30 days, as GET /core/dashboards computes them; null with more than 1,000 campaigns. */
            figures: {
                keywords: number;
                average_position: number | null;
                visibility: number | null;
                estimated_traffic: number | null;
                mentions: number;
            } | null;
        };
        StateChange: {
            /** @enum {string} */
            collection: "clock" | "campaigns" | "alerts" | "webhooks" | "faults" | "keys";
            id: string;
            name: string;
            /**
             * From the past to the present.
             * @enum {string}
             */
            change: "added" | "removed" | "changed";
            /** Changed fields; empty for what was added or removed. */
            fields: {
                field: string;
                /** The value then; absent if there was none. Long ones are cut. */
                before?: unknown;
                /** The value now; absent if there is none. Long ones are cut. */
                after?: unknown;
            }[];
        };
        /** The state of an account without secrets, in a format that other sandboxes read. */
        SharedState: {
            /** @constant */
            format: "svc-sandbox/state";
            /** @constant */
            version: 1;
            /** Name of the snapshot, or of the account. */
            name: string;
            /**
             * Format: date-time
             * Time on the account's clock.
             */
            shows: string;
            /** Whether the clock stands still. */
            frozen: boolean;
            /** Of all generated data. */
            seed: number;
            /** Number of identifiers that were assigned. */
            sequence: number;
            /** Number of changes of campaigns. */
            changes: number;
            /** Time of the last change of a campaign, epoch milliseconds. */
            last_moment?: number;
            /**
             * Format: date-time
             * Time up to which campaigns have run.
             */
            simulated_until?: string | null;
            campaigns: components["schemas"]["SharedCampaign"][];
            /** Earlier states of campaigns that were changed or deleted. */
            past: {
                campaign_id: string;
                states: {
                    /** Epoch milliseconds of the account's clock. */
                    until: number;
                    lag?: number;
                    change: number;
                    campaign: components["schemas"]["SharedCampaign"];
                }[];
            }[];
            /** Only for campaigns whose frequency has changed. */
            last_runs: {
                campaign_id: string;
                /** Epoch milliseconds of the account's clock. */
                at: number | null;
                /** Epoch milliseconds of the account's clock. */
                changed?: number;
            }[];
            alerts: {
                id: string;
                name: string;
                campaign_id: string;
                event: components["schemas"]["EventKind"];
                keyword?: string;
                min_change?: number;
                platform?: string;
                trigger_count?: number;
                /** Format: date-time */
                last_triggered_at?: string | null;
                /** Format: date-time */
                acknowledged_at?: string | null;
                /** Format: date-time */
                snoozed_until?: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
            }[];
            webhooks: {
                id: string;
                /** Origin of the address. */
                url: string;
                events: components["schemas"]["EventKind"][];
                alerts: string[];
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                updated_at: string;
            }[];
            faults: components["schemas"]["FaultInput"][];
        };
        SharedCampaign: {
            id: string;
            name: string;
            type: string;
            keywords: string[];
            frequency: string;
            settings: {
                location?: string;
                device?: string;
                search_engine?: string;
            };
            brand: string;
            domain: string;
            competitors: string[];
            /** @enum {string} */
            status: "active" | "paused";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date */
            tracked_since: string;
            story?: {
                /** @enum {string} */
                kind: "rise" | "fall" | "launch" | "unranked" | "lost" | "tied";
                /** Format: date */
                date: string;
            };
            failed_runs?: string[];
            change?: number;
            /** Epoch milliseconds of the account's clock. */
            began?: number;
            /** Epoch milliseconds of the account's clock. */
            first_run?: number;
        };
    };
    responses: {
        /** The caller has no permission, or the operation failed. The message gives the reason and the solution. */
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
                            /** The problems of an invalid request, one for each wrong value. The first 20 are listed. */
                            issues?: {
                                /** @enum {string} */
                                in: "body" | "query" | "path" | "header" | "cookie";
                                /** JSON Pointer within the body, or the name of the parameter. */
                                path: string;
                                /** What is wrong, to follow the name of the field. */
                                message: string;
                                /** The wrong value, if it is short and no secret. */
                                value?: unknown;
                            }[];
                        } & {
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
        /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
        account: string;
        /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
        loggedAccount: string;
        method: string;
        /** A status, a class of statuses (4xx), or none for requests without a response. */
        status: string;
        /** Start of the path. The API's root is optional. */
        path: string;
        /** An operationId of the API. */
        operation: import("./api.ts").OperationId;
        /** Id of a key, the start of its token, or none for requests without a valid key. */
        loggedKey: string;
        /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
        fault: string;
        /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
        valid: "yes" | "no";
        /** Error code of the response. */
        error: string;
        /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
        unauthenticated: boolean;
        /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
        since: string;
        /** Text in the URL, the headers or the bodies, ignoring case. */
        text: string;
        /** Id of a key, as GET /auth/verify shows it. */
        keyId: string;
        /** Id of a moment of the timeline. */
        moment: string;
        /** Name of a snapshot. */
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
            /** The sandbox is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @constant */
                            status: "ok";
                            /** Release of the served API. */
                            api_version: string;
                            accounts: number;
                            /** @enum {string} */
                            storage: "ephemeral" | "disk" | "database";
                            /** Whether the sandbox rejects requests over the quota. */
                            rate_limits: boolean;
                            /** Whether visitors can create their own accounts. */
                            signup: boolean;
                            /** Whether the sandbox is a proxy. */
                            proxy: boolean;
                            /**
                             * Format: date-time
                             * Time on the default clock.
                             */
                            now: string;
                            /** Grows each time that saved overlay files are served. */
                            document_revision: number;
                            /** Why a saved overlay file is not served; the document of before is. Null if there is no problem. */
                            overlay_problem: string | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The process answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @constant */
                            status: "live";
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The sandbox is ready for requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** @constant */
                            status: "ready";
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
            /** The document itself, without an envelope. */
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
                /** Same as in the body. If both are present, they must be equal. */
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
            /** The reset is complete and durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** Ids of the accounts. */
                            accounts: string[];
                            /** Ids of removed accounts, which are not in the fixture. */
                            removed: string[];
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
                /** Id of an account. The response is the same for all accounts. */
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The specification. */
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
    getDocumentPlace: {
        parameters: {
            query: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** A JSON Pointer into GET /openapi.json; an empty one means the whole document. */
                pointer: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The place. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["DocumentPlace"];
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The clock. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
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
                     * How far to advance. Either a length of time, as in 90s, 12h, 1d12h or 7 days, or next_run, which advances up to and including the next campaign run. At most 400 days.
                     * @example 3d
                     */
                    advance?: string;
                    /**
                     * The new time; a date is its midnight in UTC. Nothing is processed in between.
                     * @example 2026-03-01T09:00:00Z
                     * @example 2026-03-01
                     */
                    now?: string;
                    /** Whether the clock stands still afterwards. */
                    frozen?: boolean;
                    /** true waits until the advance is complete, and first for any advance in progress. false returns as soon as the advance has started. By default, the sandbox waits for a second. */
                    wait?: boolean;
                };
            };
        };
        responses: {
            /** The new state of the clock, and a summary of the events in between. */
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
            /** The advance has begun, and continues. */
            202: {
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
    cancelAdvance: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The clock after the advance has ended. */
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
    streamClock: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** An endless stream. */
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
    streamChanges: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** An endless stream. */
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
    getOverview: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Length of the period, which ends today on the clock of the account. */
                days?: number;
                /** Id of a campaign. Without it, the figures are of the whole account. */
                campaign?: string;
                /** Text in the names of the listed campaigns, as in GET /campaigns of the service. */
                search?: string;
                /** Campaigns per page. */
                limit?: number;
                /** Campaigns to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Overview"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Events of this campaign only. */
                campaign_id?: string;
                /** This event only. */
                event_id?: string;
                /** Events of this kind only. */
                type?: components["schemas"]["EventKind"];
                /** Events from this time on, on the account's clock; a date is its midnight in UTC. */
                since?: string;
                /** Events up to this time, on the account's clock; a date is its midnight in UTC. */
                until?: string;
                /** Text in the body. ASCII letters match in both cases. */
                q?: string;
                /** Maximum number of events. */
                limit?: number;
                /** Number of events to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["PastEvent"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    triggerEvent: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    type?: components["schemas"]["EventKind"];
                    /**
                     * Default: the newest campaign.
                     * @example cmp_4k2p9x
                     */
                    campaign_id?: string;
                    /**
                     * Overrides for the event's data. The result must match the document. At most 16,384 bytes as JSON.
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
                     * false allows data that does not match the document, for testing a receiver.
                     * @default true
                     */
                    validate?: boolean;
                    /** Several events, in this order, instead of `type`. */
                    sequence?: {
                        type: components["schemas"]["EventKind"];
                        /**
                         * Default: the newest campaign.
                         * @example cmp_4k2p9x
                         */
                        campaign_id?: string;
                        /**
                         * Overrides for the event's data. The result must match the document. At most 16,384 bytes as JSON.
                         * @example {
                         *       "position": 1,
                         *       "previous_position": 12,
                         *       "change": 11
                         *     }
                         */
                        data?: {
                            [key: string]: unknown;
                        };
                    }[];
                    /**
                     * How often to trigger the event or the sequence. At most 100 events in all.
                     * @default 1
                     */
                    count?: number;
                    /**
                     * Sends the signed event to this address only, and returns the outcome.
                     * @example http://localhost:3000/hook
                     */
                    to?: string;
                    /** Signing secret for `to`. Default: the account's secret for listeners. */
                    secret?: string;
                } & (unknown | unknown);
            };
        };
        responses: {
            /** The first event and its deliveries, and all of them in order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            event: components["schemas"]["Event"];
                            deliveries: components["schemas"]["TriggeredEvent"]["deliveries"];
                            attempt: components["schemas"]["TriggeredEvent"]["attempt"];
                            /** All events in order. */
                            triggered: components["schemas"]["TriggeredEvent"][];
                            /** Signing secret for `to`; null without `to`. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Sends only events that match at least one alert of the account. */
                alerts?: boolean;
            };
            header?: {
                /** Id of the last event that the listener received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The stream. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Deliveries to this webhook only. */
                webhook_id?: string;
                /** Deliveries of this campaign only. */
                campaign_id?: string;
                /** Deliveries of this event only. */
                event_id?: string;
                /** Deliveries with this status only. */
                status?: components["schemas"]["DeliveryStatus"];
                /** Deliveries of this kind of event only. */
                type?: components["schemas"]["EventKind"];
                /** Events from this time on, on the account's clock; a date is its midnight in UTC. */
                since?: string;
                /** Events up to this time, on the account's clock; a date is its midnight in UTC. */
                until?: string;
                /** Text in the body, in a response or in an error. ASCII letters match in both cases. */
                q?: string;
                /** Maximum number of deliveries. */
                limit?: number;
                /** Number of deliveries to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** A page of deliveries. */
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
    resendDeliveries: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Deliveries to this webhook only. */
                webhook_id?: string;
                /** Deliveries of this campaign only. */
                campaign_id?: string;
                /** Deliveries of this event only. */
                event_id?: string;
                /** Deliveries with this status only. */
                status?: components["schemas"]["DeliveryStatus"];
                /** Deliveries of this kind of event only. */
                type?: components["schemas"]["EventKind"];
                /** Events from this time on, on the account's clock; a date is its midnight in UTC. */
                since?: string;
                /** Events up to this time, on the account's clock; a date is its midnight in UTC. */
                until?: string;
                /** Text in the body, in a response or in an error. ASCII letters match in both cases. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The number of deliveries by outcome. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            matched: number;
                            delivered: number;
                            /** Deliveries that failed again. */
                            failed: number;
                            /** Deliveries whose webhook was deleted. */
                            skipped: number;
                        };
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The delivery, including the attempt. */
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
    listSentWebhooks: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhooks, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SentWebhook"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getSentWebhook: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SentWebhook"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    updateSentWebhook: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Replaces all headers.
                     * @example {
                     *       "X-Tenant": "blue"
                     *     }
                     */
                    headers?: {
                        [key: string]: string;
                    } | null;
                    rate_limit?: components["schemas"]["RateLimit"] | null;
                };
            };
        };
        responses: {
            /** The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SentWebhook"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Events from this time on, on the account's clock; a date is its midnight in UTC.
                     * @example 2026-03-01T09:00:00Z
                     */
                    since?: string;
                    /**
                     * Events up to this time, on the account's clock; a date is its midnight in UTC.
                     * @example 2026-03-02T09:00:00Z
                     */
                    until?: string;
                    /** Only these of its subscribed kinds. */
                    types?: components["schemas"]["EventKind"][];
                };
            };
        };
        responses: {
            /** The number of events that are sent in the background. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            replayed: number;
                            /** Events that a further call would send. */
                            remaining: number;
                        };
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The receiver. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
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
            /** The receiver. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The receiver. */
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
    streamReceiver: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: {
                /** Id of the last event that the reader received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The stream. */
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
    receiveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Last part of the receiver's URL. */
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
            /** Recorded. The status is 204 by default. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** Recorded. The status is the configured one. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rules. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
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
            /** The rule. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rules are deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** Number of deleted rules. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rule. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FaultChanges"];
            };
        };
        responses: {
            /** The rule. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The rule. */
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
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
            /** The requests. */
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The requests are deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** Number of deleted requests. */
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
            };
            header?: {
                /** Id of the last request that the reader received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** An endless stream. */
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
                method?: components["parameters"]["method"];
                /** A status, a class of statuses (4xx), or none for requests without a response. */
                status?: components["parameters"]["status"];
                /** Start of the path. The API's root is optional. */
                path?: components["parameters"]["path"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Id of a key, the start of its token, or none for requests without a valid key. */
                key?: components["parameters"]["loggedKey"];
                /** Whether a fault rule affected the request (yes or no), or the id of that rule. */
                fault?: components["parameters"]["fault"];
                /** Whether the request conforms to the document. Requests that were refused before validation are neither. */
                valid?: components["parameters"]["valid"];
                /** Error code of the response. */
                error?: components["parameters"]["error"];
                /** Whether to include requests that belong to no account next to those of the account. Only the operator sees them; without an account, the operator sees them anyway. */
                unauthenticated?: components["parameters"]["unauthenticated"];
                /** Skips requests before this time on the account's clock, or up to and including the request with this id. A date is its midnight in UTC. */
                since?: components["parameters"]["since"];
                /** Text in the URL, the headers or the bodies, ignoring case. */
                text?: components["parameters"]["text"];
                /** Maximum waiting time in real time, up to 60s. */
                timeout?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The request. */
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
                /** Id of the account. A key selects its own account. Without it, the operator sees all accounts. */
                account?: components["parameters"]["loggedAccount"];
            };
            header?: never;
            path: {
                /** Id of the request in the log. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The request. */
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
    getProxy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The proxy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Proxy"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    updateProxy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProxyChanges"];
            };
        };
        responses: {
            /** The proxy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Proxy"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    listViolations: {
        parameters: {
            query?: {
                /** Violations of this kind only. */
                kind?: components["schemas"]["ViolationKind"];
                /** An operationId of the API. */
                operation?: components["parameters"]["operation"];
                /** Violations of requests or of responses only. */
                direction?: components["schemas"]["ViolationDirection"];
                /** Violations of this stated fact only. */
                fact?: string;
                /** Violations of this request only: the id in its X-Sandbox-Violations. */
                request?: string;
                /** Maximum number of violations. */
                limit?: number;
                /** Number of violations to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The violations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Violation"][];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    deleteViolations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The violations are deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** Number of deleted violations. */
                            deleted: number;
                        };
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Whether to include deleted keys. */
                include_deleted?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The keys. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
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
            /** The key, including its token. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a key, as GET /auth/verify shows it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The key. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a key, as GET /auth/verify shows it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The deleted key. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a key, as GET /auth/verify shows it. */
                key_id: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The usage. */
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
            /** A page of accounts, in order of creation. */
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
            /** The account and its key. */
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
                /** Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The account. */
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
                /** Id of an account. */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The deleted account. */
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
            /** The account and its key. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The snapshots, sorted by name. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
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
            /** The snapshot is saved, durably if the sandbox has a data folder. */
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
    exportSnapshot: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SharedState"];
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The deleted snapshot. */
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
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Name of a snapshot. */
                name: components["parameters"]["snapshotName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The restore is complete and durable. */
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
    exportState: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SharedState"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    importState: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedState"];
            };
        };
        responses: {
            /** The document is loaded, durably if the sandbox keeps its data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            /** Id of the account. */
                            account: string;
                            /**
                             * Format: date-time
                             * Time on the account's clock.
                             */
                            now: string;
                            campaigns: number;
                            alerts: number;
                            webhooks: number;
                            faults: number;
                            /** Parts of the document that this sandbox cannot have, and why. */
                            left_out: string[];
                            /** Id of the moment that was kept before; null without one. */
                            moment: string | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getTimeline: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
                /** Changes from there only. */
                source?: components["schemas"]["ChangeSource"];
                /** Changes of the resource with this id only. */
                about?: string;
                /** Whether to list only the changes whose state before is kept. */
                undoable?: boolean;
                /** Maximum number of changes. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["Timeline"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    undoChange: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * The id of a change. Default: the last one whose state before is kept and that is not undone yet.
                     * @example chg_12
                     */
                    change?: string;
                };
            };
        };
        responses: {
            /** The change is undone, durably if the sandbox keeps its data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            undone: components["schemas"]["Change"];
                            restored: components["schemas"]["Moment"];
                            /** The moment that was kept before; null without one. */
                            undo: components["schemas"]["Moment"] | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    getMoment: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["MomentDetail"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    exportMoment: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: components["schemas"]["SharedState"];
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
    restoreMoment: {
        parameters: {
            query?: {
                /** Id of the account. Required if it is ambiguous. A key selects its own account. The operator's default is the account of svc_test_demo, or the only account. */
                account?: components["parameters"]["account"];
            };
            header?: never;
            path: {
                /** Id of a moment of the timeline. */
                moment: components["parameters"]["moment"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The restore is complete, and durable if the sandbox keeps its data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"] & {
                        data: {
                            restored: components["schemas"]["Moment"];
                            /** The moment that was kept before; null without one. */
                            undo: components["schemas"]["Moment"] | null;
                        };
                    };
                };
            };
            "4XX": components["responses"]["Failure"];
            "5XX": components["responses"]["Failure"];
        };
    };
}
