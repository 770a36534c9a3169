/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface of libclustersim: questions in JSON, answers in JSON, in the process of the caller. The page that explains
 * it is docs/library.md; questions are described in docs/ask.md. */
#ifndef CLUSTERSIM_H
#define CLUSTERSIM_H

#include <stddef.h>

#if defined(__EMSCRIPTEN__)
#define CLUSTERSIM_API __attribute__((used, visibility("default")))
#elif defined(__GNUC__)
#define CLUSTERSIM_API __attribute__((visibility("default")))
#else
#define CLUSTERSIM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The files and simulated queues that questions share. Several threads may ask through one door at the same time. */
typedef struct clustersim_door clustersim_door;

/* Hears an event as one JSON object, which is valid during the call:
 *   {"event":"progress","what":"replicates","done":3,"all":20}
 *   {"event":"estimate","seconds":12.3}
 *   {"event":"so_far","replicates":2,"answer":ANSWER}
 *   {"event":"waiting"}                                    nothing new, about every 50 ms
 * A result other than 0 interrupts the question, whose answer then has the exit code 130. */
typedef int (*clustersim_hear)(void *user, char const *event);

/* Flags of clustersim_ask. */
enum {
    /* The question is from somebody who may name no files: paths and outputs are refused, the environment is not read. */
    CLUSTERSIM_FOREIGN = 1,
    /* The answer of the first replicates comes first, as an event. */
    CLUSTERSIM_SO_FAR = 2,
    /* Foreign, but it may name files of the shipped data, such as "scenarios/courses/cluster/cluster.yaml". Such paths start
     * at the current folder, which should be the data folder. */
    CLUSTERSIM_CONFINED = 4
};

/* "0.2.0" */
CLUSTERSIM_API char const *clustersim_version(void);

/* Opens the door to the data that the program comes with: the folder that contains systems/ and workloads/. The door keeps
 * simulated queues of up to kept_bytes. NULL if the folder has no systems/, or memory is short. */
CLUSTERSIM_API clustersim_door *clustersim_open(char const *data_folder, size_t kept_bytes);

/* No question may be in progress. NULL is ignored. */
CLUSTERSIM_API void clustersim_close(clustersim_door *door);

/* Answers a question, which is UTF-8. The result is never NULL and is freed with clustersim_free; it is one line of JSON:
 *   {"exit_code":0,"format":"json","text":"…","remarks":["…"],"problems":[…]}
 * with the exit code of the command line and the text that it would print. workers is the number of threads, 0 for one per
 * core; no answer depends on it. hear may be NULL. It is called by the calling thread, never after the return. */
CLUSTERSIM_API char *clustersim_ask(clustersim_door *door,
                                    char const *question,
                                    unsigned flags,
                                    unsigned workers,
                                    clustersim_hear hear,
                                    void *user);

/* Frees an answer. NULL is ignored. */
CLUSTERSIM_API void clustersim_free(char *answer);

#ifdef __cplusplus
}
#endif

#endif
