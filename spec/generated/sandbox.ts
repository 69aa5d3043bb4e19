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
}
