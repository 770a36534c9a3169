/* SPDX-License-Identifier: Apache-2.0 */
/* Asks a question and prints the answer: the example of docs/library.md. */
#include <clustersim.h>

#include <stdio.h>

static int hear(void *user, char const *event) {
    (void)user;
    fprintf(stderr, "%s\n", event);
    return 0; /* another value interrupts the question */
}

int main(int count, char **words) {
    clustersim_door *door;
    char *answer;
    if (count != 3) {
        fprintf(stderr, "usage: ask DATA_FOLDER QUESTION\n");
        return 2;
    }
    door = clustersim_open(words[1], (size_t)256 << 20);
    if (door == NULL) {
        fprintf(stderr, "%s has no systems/\n", words[1]);
        return 5;
    }
    answer = clustersim_ask(door, words[2], 0, 0, hear, NULL);
    puts(answer);
    clustersim_free(answer);
    clustersim_close(door);
    return 0;
}
