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
         * Make every account what the fixture has it to be
         * @description Accounts that the fixture does not have are removed; quotas are fresh. There is no way back.
         */
        post: operations["resetSandbox"];
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
         * @description Server-sent events. The first is `ready`, with the secret to sign with; each of the others is named by its kind. A listener that comes again with the id of the last event that it saw gets what came in between.
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
            query?: never;
            header?: never;
            path?: never;
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
                     * @description Fields of the event's data to be sent in place of those found; anything goes, what the document does not allow too.
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
}
